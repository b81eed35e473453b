#pragma once

#include <optional>
#include <string>
#include <vector>

#include "api/authentication.h"
#include "api/path_table.h"
#include "api/rate_limit.h"
#include "api/request_figures.h"
#include "api/route.h"
#include "base/clock.h"
#include "base/id.h"
#include "base/log.h"
#include "net/http.h"

namespace tradewind::api {

// How callers come in. On the control socket the file's permissions are the key.
enum class Origin { Network, ControlSocket };

// Leads each request to its operation: path, method, key, scope, rate, size and type of the body, in this order, all
// decided by the head alone; then the handler. Called on I/O threads, several at once.
class Router {
  public:
    Router(Origin origin, std::vector<Route> routes, Authentication& authentication, RateLimit& rate_limit,
           const base::Clock& clock, base::IdSource& ids, base::Log& log);
    Router(const Router&) = delete;
    Router& operator=(const Router&) = delete;

    // What the server of this door serves. The router must outlive it.
    net::HttpService service();

    [[nodiscard]] const std::vector<Route>& routes() const { return routes_; }
    [[nodiscard]] const RequestFigures& figures() const { return figures_; }

  private:
    net::Admission admit(const net::RequestHead& head);
    net::HttpResponse refuse(const net::Refusal& refusal, const Route* route, std::string_view request_id,
                             const std::optional<RateState>& rate);
    // Fills in the caller as far as it is known.
    base::Result<void> let_in(const Route& route, const net::RequestHead& head, Caller& caller);
    net::Accepted accept(const Route& accepting, const PathEntry& entry, const net::RequestHead& head, Caller caller,
                         RequestTimer timer);
    // `form` is null for routes that take none.
    void handle(const Route& route, const PathEntry& entry, const net::HttpRequest& request, FormReader* form,
                Caller caller, RequestTimer timer, net::Respond respond);
    // Nothing: of no route.
    RequestTimer start_timer(const Route* route);
    [[nodiscard]] std::string request_id_of(const net::RequestHead& head);
    net::HttpResponse finished(const net::RequestHead& head, const RequestTimer& timer, const Caller& caller,
                               net::HttpResponse response);

    const Origin origin_;
    const std::vector<Route> routes_;
    const PathTable paths_;
    Authentication& authentication_;
    RateLimit& rate_limit_;
    const base::Clock& clock_;
    RequestFigures figures_;
    base::IdSource& ids_;
    base::Log& log_;
};

}  // namespace tradewind::api
