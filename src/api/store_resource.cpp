#include "api/resources.h"

#include "domain/fields/json_fields.h"

namespace tradewind::api {

std::vector<Route> store_routes() {
    return {
        Route(net::Method::Get, "/store/", domain::Scope::StoreRead, BodyKind::Ignored,
              [](Call& call) {
                  call.answer.json(
                      {.status = 200, .body = domain::render(domain::store_fields, call.caller.definitions->store)});
              }),
    };
}

}  // namespace tradewind::api
