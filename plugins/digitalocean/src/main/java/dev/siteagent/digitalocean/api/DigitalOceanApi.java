package dev.siteagent.digitalocean.api;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.myjeeva.digitalocean.common.ResourceType;
import com.myjeeva.digitalocean.pojo.Key;
import com.myjeeva.digitalocean.pojo.Resource;
import dev.siteagent.spi.RateBudgets;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.apache.http.client.methods.RequestBuilder;
import org.apache.http.entity.ContentType;
import org.apache.http.entity.StringEntity;

/**
 * DigitalOcean's API, for one token.
 *
 * <p>Requests that the client library can express go through it. Those for one droplet or action do not: it knows them
 * by 32-bit ids, and DigitalOcean's have outgrown these; they are made over the same {@link Transport}.
 *
 * <p>Thread-safe. Every method waits for the network and for the request budget, ends with an
 * {@link InterruptedException} when the thread is interrupted, and throws {@link ApiException} when DigitalOcean does
 * not do what is asked.
 */
public final class DigitalOceanApi implements AutoCloseable {
    /** Most items on a page that DigitalOcean allows. */
    public static final int PAGE_SIZE = 200;

    private final TokenBudget budget;
    private final Transport transport;

    /**
     * Opens the API; nothing is sent yet.
     *
     * @param connection where it is
     * @param budgets the request budgets of the process
     * @param clock the time, to understand dates in answers
     * @param pause how to wait before a repetition
     * @param random spreads repetitions, so that many callers do not come back at once
     */
    public DigitalOceanApi(
            ApiConnection connection, RateBudgets budgets, Clock clock, Pause pause, RandomGenerator random) {
        this.budget = new TokenBudget(budgets, connection.token(), clock);
        this.transport = new Transport(connection, budget, clock, pause, random);
    }

    /** Reads the account that the token belongs to. */
    public Account account() throws ApiException, InterruptedException {
        Operation operation = Operation.read("read the account", "account:read");
        Answer answer = LibraryCall.one(transport, operation, "account", library -> library.getAccountInfo());
        return part(operation, answer, "account", AnswerReader::account);
    }

    /**
     * Reads one page of all droplets.
     *
     * @param page its number, from 1
     */
    public Page<Droplet> droplets(int page) throws ApiException, InterruptedException {
        Operation operation = Operation.read("list droplets", "droplet:read");
        Answer answer =
                LibraryCall.page(transport, operation, library -> library.getAvailableDroplets(page, PAGE_SIZE));
        return page(operation, answer, "droplets", AnswerReader::droplet);
    }

    /**
     * Reads one page of the droplets with a tag.
     *
     * @param tag the tag
     * @param page its number, from 1
     */
    public Page<Droplet> dropletsTagged(String tag, int page) throws ApiException, InterruptedException {
        Operation operation = Operation.read("list droplets tagged " + tag, "droplet:read");
        Answer answer = LibraryCall.page(
                transport, operation, library -> library.getAvailableDropletsByTagName(tag, page, PAGE_SIZE));
        return page(operation, answer, "droplets", AnswerReader::droplet);
    }

    /**
     * Reads all droplets of the account, page by page.
     *
     * @param kept what is kept of each: an account of thousands is large with all details
     */
    public List<Droplet> allDroplets(UnaryOperator<Droplet> kept) throws ApiException, InterruptedException {
        return everyDroplet(number -> {
            Page<Droplet> page = droplets(number);
            return new Page<>(page.items().stream().map(kept).toList(), page.next(), page.total());
        });
    }

    /**
     * Reads all droplets with a tag, page by page.
     *
     * @param tag the tag
     */
    public List<Droplet> allDropletsTagged(String tag) throws ApiException, InterruptedException {
        return everyDroplet(page -> dropletsTagged(tag, page));
    }

    /**
     * Reads all droplets with a name.
     *
     * @param name the name
     */
    public List<Droplet> allDropletsNamed(String name) throws ApiException, InterruptedException {
        Operation operation = Operation.read("list droplets named " + name, "droplet:read");
        String path = "/v2/droplets?name=" + URLEncoder.encode(name, StandardCharsets.UTF_8);
        return everyDroplet(page -> page(operation, getPage(operation, path, page), "droplets", AnswerReader::droplet));
    }

    /**
     * Reads a droplet.
     *
     * @param id its id
     * @throws ApiException.NotFound when the account has no such droplet
     */
    public Droplet droplet(long id) throws ApiException, InterruptedException {
        Operation operation = Operation.read("read droplet " + id, "droplet:read");
        return part(operation, get(operation, "/v2/droplets/" + id), "droplet", AnswerReader::droplet);
    }

    /**
     * Makes a droplet. Never repeated here: when {@link ApiException#mayHaveTakenEffect()} it may exist.
     *
     * @param request what it shall be
     * @return the droplet, still without addresses
     */
    public Droplet createDroplet(DropletRequest request) throws ApiException, InterruptedException {
        Operation operation = Operation.write("create droplet " + request.name(), "droplet:create");
        LibraryDroplet droplet = new LibraryDroplet(request);
        Answer answer = LibraryCall.one(transport, operation, "droplet", library -> library.createDroplet(droplet));
        return part(operation, answer, "droplet", AnswerReader::droplet);
    }

    /**
     * Asks for a droplet to be destroyed. The answer does not mean that it is: one that is new or locked may live on.
     *
     * @param id its id
     * @throws ApiException.NotFound when the account has no such droplet
     */
    public void deleteDroplet(long id) throws ApiException, InterruptedException {
        Operation operation = Operation.write("destroy droplet " + id, "droplet:delete");
        transport.send(
                operation, RequestBuilder.delete(path("/v2/droplets/" + id)).build());
    }

    /** Asks the guest of a droplet to shut down, which it may ignore. */
    public Action shutdown(long dropletId) throws ApiException, InterruptedException {
        return act(dropletId, "shut down", action("shutdown"));
    }

    /** Switches a droplet off, as if by its plug. */
    public Action powerOff(long dropletId) throws ApiException, InterruptedException {
        return act(dropletId, "power off", action("power_off"));
    }

    /** Switches a droplet on. */
    public Action powerOn(long dropletId) throws ApiException, InterruptedException {
        return act(dropletId, "power on", action("power_on"));
    }

    /**
     * Gives a droplet that is off another size and leaves its disk as it is, so that it can be undone.
     *
     * @param dropletId its id
     * @param size slug of the new size
     */
    public Action resize(long dropletId, String size) throws ApiException, InterruptedException {
        JsonObject body = action("resize");
        body.addProperty("size", size);
        body.addProperty("disk", false);
        return act(dropletId, "resize to " + size + " the", body);
    }

    /**
     * Reads an action.
     *
     * @param id its id
     * @throws ApiException.NotFound when there is no such action
     */
    public Action action(long id) throws ApiException, InterruptedException {
        Operation operation = Operation.read("read action " + id, "actions:read");
        return part(operation, get(operation, "/v2/actions/" + id), "action", AnswerReader::action);
    }

    /**
     * Reads an SSH key of the account.
     *
     * @param idOrFingerprint its id in digits, or its MD5 fingerprint
     * @throws ApiException.NotFound when the account has no such key
     */
    public SshKey sshKey(String idOrFingerprint) throws ApiException, InterruptedException {
        Operation operation = Operation.read("read SSH key " + idOrFingerprint, "ssh_key:read");
        Answer answer =
                LibraryCall.one(transport, operation, "ssh_key", library -> library.getKeyInfo(idOrFingerprint));
        return part(operation, answer, "ssh_key", AnswerReader::sshKey);
    }

    /**
     * Registers an SSH key in the account.
     *
     * @param name name to show for it
     * @param publicKey the key, in OpenSSH's one-line form
     */
    public SshKey createSshKey(String name, String publicKey) throws ApiException, InterruptedException {
        Operation operation = Operation.write("register SSH key " + name, "ssh_key:create");
        Key key = new Key(AsciiText.of(name), AsciiText.of(publicKey));
        Answer answer = LibraryCall.one(transport, operation, "ssh_key", library -> library.createKey(key));
        return part(operation, answer, "ssh_key", AnswerReader::sshKey);
    }

    /**
     * Removes an SSH key from the account.
     *
     * @param id its id
     * @throws ApiException.NotFound when the account has no such key
     */
    public void deleteSshKey(long id) throws ApiException, InterruptedException {
        Operation operation = Operation.write("remove SSH key " + id, "ssh_key:delete");
        LibraryCall.one(transport, operation, "response", library -> library.deleteKey(Long.toString(id)));
    }

    /** Reads a tag, whichever comes first, to find out whether tags can be read; those of droplets can be then, too. */
    public void tryTags() throws ApiException, InterruptedException {
        Operation operation = Operation.read("read tags, which tell whose a droplet is", "tag:read");
        LibraryCall.page(transport, operation, library -> library.getAvailableTags(1, 1));
    }

    /**
     * Makes a tag; one that exists stays as it is.
     *
     * @param name its name
     */
    public void createTag(String name) throws ApiException, InterruptedException {
        Operation operation = Operation.write("create tag " + name, "tag:create");
        LibraryCall.one(transport, operation, "tag", library -> library.createTag(AsciiText.of(name)));
    }

    /**
     * Puts a tag on a droplet.
     *
     * @param name name of a tag that exists
     * @param dropletId id of the droplet
     */
    public void tagDroplet(String name, long dropletId) throws ApiException, InterruptedException {
        Operation operation = Operation.write("tag droplet " + dropletId + " with " + name, "tag:create");
        List<Resource> droplet = List.of(new Resource(Long.toString(dropletId), ResourceType.DROPLET));
        LibraryCall.one(transport, operation, "response", library -> library.tagResources(name, droplet));
    }

    /**
     * Puts a droplet into a project. One that is in it already stays.
     *
     * @param projectId uuid of the project
     * @param dropletId id of the droplet
     */
    public void assignToProject(String projectId, long dropletId) throws ApiException, InterruptedException {
        Operation operation =
                Operation.write("assign droplet " + dropletId + " to project " + projectId, "project:update");
        JsonArray resources = new JsonArray();
        resources.add("do:droplet:" + dropletId);
        JsonObject body = new JsonObject();
        body.add("resources", resources);
        post(operation, "/v2/projects/" + projectId + "/resources", body);
    }

    /** Reads all sizes. */
    public List<Size> sizes() throws ApiException, InterruptedException {
        Operation operation = Operation.read("list sizes", "sizes:read");
        return everyPage(page -> page(operation, getPage(operation, "/v2/sizes", page), "sizes", AnswerReader::size));
    }

    /** Reads all regions. */
    public List<Region> regions() throws ApiException, InterruptedException {
        Operation operation = Operation.read("list regions", "regions:read");
        return everyPage(
                page -> page(operation, getPage(operation, "/v2/regions", page), "regions", AnswerReader::region));
    }

    /**
     * Reads an image.
     *
     * @param idOrSlug its id in digits, or its slug
     * @throws ApiException.NotFound when there is no such image
     */
    public Image image(String idOrSlug) throws ApiException, InterruptedException {
        Operation operation = Operation.read("read image " + idOrSlug, "image:read");
        Answer answer = LibraryCall.one(transport, operation, "image", library -> library.getImageInfo(idOrSlug));
        return part(operation, answer, "image", AnswerReader::image);
    }

    /** Returns what the latest answer told of the request budget; empty before the first. */
    public Optional<RateStatus> rateStatus() {
        return budget.latest();
    }

    /** Gives connections and threads back; requests in flight fail. */
    @Override
    public void close() throws IOException {
        transport.close();
    }

    private Action act(long dropletId, String verb, JsonObject body) throws ApiException, InterruptedException {
        Operation operation = Operation.write(verb + " droplet " + dropletId, "droplet:update");
        Answer answer = post(operation, "/v2/droplets/" + dropletId + "/actions", body);
        return part(operation, answer, "action", AnswerReader::action);
    }

    private static JsonObject action(String type) {
        JsonObject body = new JsonObject();
        body.addProperty("type", type);
        return body;
    }

    private Answer post(Operation operation, String path, JsonObject body) throws ApiException, InterruptedException {
        return transport.send(
                operation,
                RequestBuilder.post(path(path))
                        .setEntity(new StringEntity(body.toString(), ContentType.APPLICATION_JSON))
                        .build());
    }

    private Answer get(Operation operation, String path) throws ApiException, InterruptedException {
        return transport.send(operation, RequestBuilder.get(path(path)).build());
    }

    /** The library cannot ask for larger pages of these lists. */
    private Answer getPage(Operation operation, String path, int page) throws ApiException, InterruptedException {
        return get(operation, path + (path.contains("?") ? "&" : "?") + "page=" + page + "&per_page=" + PAGE_SIZE);
    }

    private static URI path(String path) {
        return URI.create(path);
    }

    @FunctionalInterface
    private interface PageRequest<T> {
        Page<T> page(int number) throws ApiException, InterruptedException;
    }

    /** Each droplet once: pages shift while droplets come and go, so that one may be on two. */
    private static List<Droplet> everyDroplet(PageRequest<Droplet> request) throws ApiException, InterruptedException {
        Map<Long, Droplet> droplets = new LinkedHashMap<>();
        for (Droplet droplet : everyPage(request)) {
            droplets.put(droplet.id(), droplet);
        }
        return List.copyOf(droplets.values());
    }

    private static <T> List<T> everyPage(PageRequest<T> request) throws ApiException, InterruptedException {
        List<T> items = new ArrayList<>();
        OptionalInt next = OptionalInt.of(1);
        while (next.isPresent()) {
            int number = next.getAsInt();
            Page<T> page = request.page(number);
            items.addAll(page.items());
            // A link that leads back would never end.
            next = page.next().isPresent() && page.next().getAsInt() > number ? page.next() : OptionalInt.empty();
        }
        return items;
    }

    private <T> T part(Operation operation, Answer answer, String element, Function<JsonFields, T> reader)
            throws ApiException {
        return read(operation, answer, body -> reader.apply(body.requiredObject(element)));
    }

    private <T> Page<T> page(Operation operation, Answer answer, String list, Function<JsonFields, T> reader)
            throws ApiException {
        return read(operation, answer, body -> AnswerReader.page(body, list, reader));
    }

    private <T> T read(Operation operation, Answer answer, Function<JsonFields, T> reader) throws ApiException {
        try {
            return reader.apply(new JsonFields(answer.body()));
        } catch (JsonFields.UnreadableException e) {
            throw transport.unreadable(operation, answer, e);
        }
    }
}
