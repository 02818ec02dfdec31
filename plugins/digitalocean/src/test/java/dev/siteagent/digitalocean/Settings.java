package dev.siteagent.digitalocean;

import dev.siteagent.sandbox.digitalocean.DigitalOceanSandbox;
import dev.siteagent.spi.Secret;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Makes settings of which tests name only what they are about, by component name. */
public final class Settings {
    private Settings() {}

    public static DigitalOceanSettings of(DigitalOceanSandbox sandbox) {
        return of(sandbox, Map.of());
    }

    public static DigitalOceanSettings of(DigitalOceanSandbox sandbox, Map<String, Object> values) {
        Map<String, Object> all = new HashMap<>(values);
        all.put("apiUrl", sandbox.apiUrl());
        all.put("token", Secret.of(sandbox.token()));
        return of(all);
    }

    public static DigitalOceanSettings of(Map<String, Object> values) {
        RecordComponent[] components = DigitalOceanSettings.class.getRecordComponents();
        try {
            return DigitalOceanSettings.class
                    .getDeclaredConstructor(Arrays.stream(components)
                            .map(RecordComponent::getType)
                            .toArray(Class[]::new))
                    .newInstance(Arrays.stream(components)
                            .map(component -> values.get(component.getName()))
                            .toArray());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
