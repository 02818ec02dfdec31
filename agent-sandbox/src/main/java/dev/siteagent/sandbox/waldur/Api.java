package dev.siteagent.sandbox.waldur;

import dev.siteagent.sandbox.http.Handler;
import dev.siteagent.sandbox.http.Response;
import dev.siteagent.sandbox.http.Routes;
import dev.siteagent.sandbox.waldur.Entities.User;
import java.net.URI;
import java.util.UUID;

/** The families of endpoints, and the handler that checks the token and takes the lock before one of them answers. */
final class Api {
    final ApiKeyStore apiKeys;
    final OfferingUserStore offeringUsers;
    final AgentStore agents;
    final UsageStore usages;
    final UserLimitStore userLimits;
    final ImportStore imports;
    final SubscriptionStore subscriptions;
    final ReportStore reports;
    final OrderMachine orders;
    final People people;
    final Handler handler;

    Api(Marketplace marketplace, TokenDesk tokens, URI base) {
        Pages pages = new Pages(base);
        Links links = new Links(base);
        User agent = new User(UUID.randomUUID(), "site-agent", "Site Agent", "agent@example.com");
        apiKeys = new ApiKeyStore(marketplace, pages);
        offeringUsers = new OfferingUserStore(marketplace, pages, links);
        agents = new AgentStore(marketplace, pages, links);
        usages = new UsageStore(marketplace, pages, links);
        userLimits = new UserLimitStore(pages, links);
        imports = new ImportStore(marketplace, pages, links);
        subscriptions = new SubscriptionStore(marketplace, agents, agent, links);
        reports = new ReportStore(marketplace, agents);
        orders = new OrderMachine(marketplace, apiKeys);
        people = new People(marketplace, offeringUsers);
        Routes.Builder routes = Routes.builder()
                .notFound(request -> Response.html(404, "<h1>Not Found</h1>"))
                .methodNotAllowed(request -> Refusals.detail(405, "Method \"" + request.method() + "\" not allowed."));
        new OrderEndpoints(marketplace, orders, pages, links).addTo(routes);
        new ResourceEndpoints(marketplace, offeringUsers, apiKeys, pages, links).addTo(routes);
        new OfferingEndpoints(marketplace, pages, links).addTo(routes);
        new AccountEndpoints(marketplace, agent, pages, links).addTo(routes);
        offeringUsers.addTo(routes);
        apiKeys.addTo(routes);
        agents.addTo(routes);
        usages.addTo(routes);
        userLimits.addTo(routes);
        imports.addTo(routes);
        subscriptions.addTo(routes);
        reports.addTo(routes);
        handler = guarded(marketplace, tokens, routes.build());
    }

    private static Handler guarded(Marketplace marketplace, TokenDesk tokens, Handler endpoints) {
        return request -> {
            if (request.path().equals(TokenDesk.PATH)) {
                return tokens.issue(request);
            }
            tokens.check(request);
            return request.isWrite()
                    ? marketplace.write(() -> endpoints.handle(request))
                    : marketplace.read(() -> endpoints.handle(request));
        };
    }
}
