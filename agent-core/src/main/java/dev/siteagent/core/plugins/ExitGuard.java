package dev.siteagent.core.plugins;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Keeps a plugin from ending the process, and with it the offerings of all the others: {@code System.exit}, {@code
 * Runtime.exit} and {@code Runtime.halt} in its classes, its libraries' among them, become a line in the log and a {@link
 * SecurityException}. What calls them by reflection or in native code is beyond it.
 */
final class ExitGuard {
    private static final String GUARD = "$siteagent$exit";
    private static final String SYSTEM = "java/lang/System";
    private static final String RUNTIME = "java/lang/Runtime";
    private static final Set<String> ENDS = Set.of("exit", "halt");
    private static final String OF_SYSTEM = "(I)V";
    private static final String OF_RUNTIME = "(Ljava/lang/Runtime;I)V";

    private final String plugin;

    /**
     * Guards the classes of one plugin.
     *
     * @param plugin names it, at the start of messages
     */
    ExitGuard(String plugin) {
        this.plugin = plugin;
    }

    /** Returns a class that does the same, but for the end of the process; the very same where it has none. */
    byte[] guarded(byte[] type) {
        if (!mayEnd(type)) {
            return type;
        }
        ClassReader reader = new ClassReader(type);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new Guarding(writer), 0);
        return writer.toByteArray();
    }

    /** Looks for the names among the constants: few classes have them, and only those are taken apart. */
    private static boolean mayEnd(byte[] type) {
        String text = new String(type, StandardCharsets.ISO_8859_1);
        return (text.contains("exit") || text.contains("halt")) && (text.contains(SYSTEM) || text.contains(RUNTIME));
    }

    private static boolean ends(String owner, String name, String descriptor) {
        return descriptor.equals(OF_SYSTEM)
                && ((owner.equals(SYSTEM) && name.equals("exit")) || (owner.equals(RUNTIME) && ENDS.contains(name)));
    }

    private static String guardOf(String owner) {
        return owner.equals(SYSTEM) ? OF_SYSTEM : OF_RUNTIME;
    }

    private final class Guarding extends ClassVisitor {
        private String type;
        private boolean isInterface;
        private boolean ofSystem;
        private boolean ofRuntime;

        Guarding(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visit(
                int version, int access, String name, String signature, String superName, String[] interfaces) {
            type = name;
            isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
            super.visit(version, access, name, signature, superName, interfaces);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            return new MethodVisitor(Opcodes.ASM9, super.visitMethod(access, name, descriptor, signature, exceptions)) {
                @Override
                public void visitMethodInsn(
                        int opcode, String owner, String called, String ofCalled, boolean inInterface) {
                    if (ends(owner, called, ofCalled)) {
                        super.visitMethodInsn(Opcodes.INVOKESTATIC, type, GUARD, need(owner), isInterface);
                    } else {
                        super.visitMethodInsn(opcode, owner, called, ofCalled, inInterface);
                    }
                }

                @Override
                public void visitInvokeDynamicInsn(
                        String called, String ofCalled, Handle bootstrap, Object... arguments) {
                    Object[] guarded =
                            Arrays.stream(arguments).map(this::guarded).toArray();
                    super.visitInvokeDynamicInsn(called, ofCalled, bootstrap, guarded);
                }

                private Object guarded(Object argument) {
                    return argument instanceof Handle handle
                                    && ends(handle.getOwner(), handle.getName(), handle.getDesc())
                            ? new Handle(Opcodes.H_INVOKESTATIC, type, GUARD, need(handle.getOwner()), isInterface)
                            : argument;
                }
            };
        }

        private String need(String owner) {
            ofSystem |= owner.equals(SYSTEM);
            ofRuntime |= owner.equals(RUNTIME);
            return guardOf(owner);
        }

        @Override
        public void visitEnd() {
            if (ofSystem) {
                writeGuard(OF_SYSTEM, 1);
            }
            if (ofRuntime) {
                writeGuard(OF_RUNTIME, 2);
            }
            super.visitEnd();
        }

        private void writeGuard(String descriptor, int arguments) {
            String message = plugin + ": class " + type.replace('/', '.')
                    + " tried to end the process of the agent, which no plugin may; ask the plugin's author";
            MethodVisitor guard = cv.visitMethod(
                    Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC, GUARD, descriptor, null, null);
            guard.visitCode();
            guard.visitLdcInsn(ExitGuard.class.getName());
            guard.visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    "org/slf4j/LoggerFactory",
                    "getLogger",
                    "(Ljava/lang/String;)Lorg/slf4j/Logger;",
                    false);
            guard.visitLdcInsn(message);
            guard.visitMethodInsn(Opcodes.INVOKEINTERFACE, "org/slf4j/Logger", "error", "(Ljava/lang/String;)V", true);
            guard.visitTypeInsn(Opcodes.NEW, "java/lang/SecurityException");
            guard.visitInsn(Opcodes.DUP);
            guard.visitLdcInsn(message);
            guard.visitMethodInsn(
                    Opcodes.INVOKESPECIAL, "java/lang/SecurityException", "<init>", "(Ljava/lang/String;)V", false);
            guard.visitInsn(Opcodes.ATHROW);
            guard.visitMaxs(3, arguments);
            guard.visitEnd();
        }
    }
}
