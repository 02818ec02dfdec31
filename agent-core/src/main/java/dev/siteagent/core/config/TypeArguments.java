package dev.siteagent.core.config;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;

/** Reads declared types: {@code List<Size>} is a list of sizes. */
final class TypeArguments {
    private TypeArguments() {}

    /** Returns the class of a declared type; of an array of type variables and the like, {@link Object}. */
    static Class<?> classOf(Type type) {
        if (type instanceof Class<?> plain) {
            return plain;
        }
        if (type instanceof ParameterizedType parameterized) {
            return classOf(parameterized.getRawType());
        }
        if (type instanceof WildcardType wildcard) {
            return classOf(wildcard.getUpperBounds()[0]);
        }
        if (type instanceof TypeVariable<?> variable) {
            return classOf(variable.getBounds()[0]);
        }
        return Object.class;
    }

    /** Returns what a list, set or optional holds, or the values of a map; {@link Object} when not declared. */
    static Type contentOf(Type type) {
        if (type instanceof ParameterizedType parameterized) {
            Type[] arguments = parameterized.getActualTypeArguments();
            return arguments[arguments.length - 1];
        }
        return Object.class;
    }
}
