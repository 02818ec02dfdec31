package dev.siteagent.digitalocean.api;

import com.google.gson.annotations.Expose;
import com.google.gson.annotations.SerializedName;
import com.myjeeva.digitalocean.pojo.Droplet;
import com.myjeeva.digitalocean.pojo.Image;
import com.myjeeva.digitalocean.pojo.Region;
import java.util.List;

/**
 * A create request that the client library sends with fields it does not know.
 *
 * <p>The library checks the inherited fields, and its JSON writer, which has a form of its own for its own class only,
 * writes the exposed fields of this one: ids of 64 bits, the VPC, the agents, the backup policy.
 */
// The fields are read by the JSON writer, through reflection.
@SuppressWarnings("UnusedVariable")
final class LibraryDroplet extends Droplet {
    private static final long serialVersionUID = 1L;

    @Expose
    @SerializedName("name")
    private final String ourName;

    @Expose
    @SerializedName("region")
    private final String ourRegion;

    @Expose
    @SerializedName("size")
    private final String ourSize;

    @Expose
    @SerializedName("image")
    private final Object ourImage;

    @Expose
    @SerializedName("ssh_keys")
    private final List<Long> sshKeyIds;

    @Expose
    @SerializedName("tags")
    private final List<String> ourTags;

    @Expose
    @SerializedName("user_data")
    private final String ourUserData;

    @Expose
    @SerializedName("backups")
    private final Boolean backups;

    @Expose
    @SerializedName("backup_policy")
    private final Policy backupPolicy;

    @Expose
    @SerializedName("ipv6")
    private final Boolean ipv6;

    @Expose
    @SerializedName("monitoring")
    private final Boolean monitoring;

    @Expose
    @SerializedName("with_droplet_agent")
    private final Boolean dropletAgent;

    @Expose
    @SerializedName("private_networking")
    private final Boolean privateNetworking;

    @Expose
    @SerializedName("vpc_uuid")
    private final String vpcUuid;

    LibraryDroplet(DropletRequest request) {
        satisfyLibrary(request);
        ourName = AsciiText.of(request.name());
        ourRegion = AsciiText.of(request.region());
        ourSize = AsciiText.of(request.size());
        ourImage = image(request.image());
        sshKeyIds = request.sshKeyIds();
        ourTags = request.tags().stream().map(AsciiText::of).toList();
        ourUserData = AsciiText.of(request.userData());
        DropletRequest.Features features = request.features();
        backups = features.backups();
        backupPolicy = features.backupPolicy() == null ? null : new Policy(features.backupPolicy());
        ipv6 = features.ipv6();
        monitoring = features.monitoring();
        dropletAgent = features.dropletAgent();
        privateNetworking = features.privateNetworking();
        vpcUuid = AsciiText.of(features.vpcUuid());
    }

    private void satisfyLibrary(DropletRequest request) {
        setName(request.name());
        setRegion(new Region(request.region()));
        setSize(request.size());
        setImage(new Image(request.image()));
    }

    /** An id goes as a number: DigitalOcean takes digits in quotes for a slug. */
    private static Object image(String reference) {
        return reference.matches("[0-9]{1,18}") ? (Object) Long.valueOf(reference) : AsciiText.of(reference);
    }

    private static final class Policy {
        @Expose
        private final String plan;

        @Expose
        private final String weekday;

        @Expose
        private final Integer hour;

        Policy(DropletRequest.BackupPolicy policy) {
            plan = policy.plan();
            weekday = policy.weekday();
            hour = policy.hour();
        }
    }
}
