package dev.siteagent.sandbox.digitalocean;

import dev.siteagent.sandbox.http.Request;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.http.Routes;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The paths of the account and of what is on offer. */
final class CatalogueApi {
    private final Catalogue catalogue;
    private final Supplier<Account> account;
    private final Habits habits;
    private final Tokens tokens;
    private final Shapes shapes;

    CatalogueApi(Catalogue catalogue, Supplier<Account> account, Habits habits, Tokens tokens, Shapes shapes) {
        this.catalogue = catalogue;
        this.account = account;
        this.habits = habits;
        this.tokens = tokens;
        this.shapes = shapes;
    }

    void addTo(Routes.Builder routes) {
        routes.get("/v2/account", tokens.scoped("account:read", this::account))
                .get("/v2/sizes", tokens.scoped("sizes:read", this::sizes))
                .get("/v2/regions", tokens.scoped("regions:read", this::regions))
                .get("/v2/images", tokens.scoped("image:read", this::images))
                .get("/v2/images/{image}", tokens.scoped("image:read", this::image));
    }

    private Response account(Request request) {
        return Response.json(200, DropletApi.wrap("account", shapes.account(account.get(), habits.dropletLimit())));
    }

    private Response sizes(Request request) {
        return Pages.answer(request, "sizes", catalogue.sizes(), shapes::size);
    }

    private Response regions(Request request) {
        return Pages.answer(request, "regions", catalogue.regions(), shapes::region);
    }

    private Response images(Request request) {
        boolean privateOnly = request.query().first("private").equals(Optional.of("true"));
        Optional<String> type = request.query().first("type");
        List<Image> found = catalogue.images().stream()
                .filter(image -> !privateOnly || image.slug() == null)
                .filter(image -> type.isEmpty()
                        || (type.get().equals("distribution") && image.type().equals("base")))
                .toList();
        return Pages.answer(request, "images", found, shapes::image);
    }

    private Response image(Request request) {
        Image image = catalogue.image(request.pathParameter("image")).orElseThrow(ApiProblem::notFound);
        return Response.json(200, DropletApi.wrap("image", shapes.image(image)));
    }
}
