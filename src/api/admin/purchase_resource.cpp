#include "api/admin/resources.h"

#include <array>

#include "api/database_answer.h"
#include "api/ordered_list.h"
#include "api/path_id.h"
#include "domain/fields/json_fields.h"
#include "operations/contact_operations.h"
#include "storage/database/identifier_key.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/shop/purchase_list_store.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view purchase_collection_path = "/admin/v1/purchases/";
constexpr std::string_view purchase_contact_path = "/admin/v1/contacts/{id}/purchases/";

constexpr std::array<ListSearch<domain::PurchaseOrder>, 1> purchase_searches{{
    {.parameter = "purchaseId",
     .order = domain::PurchaseOrder::PurchaseId,
     .key_of = [](std::string_view text) { return std::string(text); }},
}};

// Without its items, which may be many and large.
void write_summary(base::JsonWriter& writer, const domain::Purchase& purchase) {
    writer.begin_object();
    write_fields(writer, domain::purchase_fields, purchase);
    writer.end_object();
}

struct PurchaseRequest {
    domain::PageRequest page;
    domain::PurchaseListRequest purchases;
};

base::Result<PurchaseRequest> read_purchase_request(const QueryString& query) {
    PurchaseRequest request;
    std::vector<base::Problem> problems;
    read_search<domain::PurchaseOrder>(query, purchase_searches, request.purchases, problems);
    request.page = read_place(query, request.purchases, problems);
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    return request;
}

void get_purchases(const Services& services, Call& call) {
    auto request = read_purchase_request(call.query);
    if (!request) { return call.answer.refuse(request.error()); }
    answer_read(services, storage::ReadCost::Walk, call,
                [address = services.public_address.with_path(purchase_collection_path), query = std::move(call.query),
                 request = std::move(request).take()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto page = storage::list_purchases(transaction, request.purchases);
                    return JsonAnswer{.status = 200,
                                      .body = render_list(
                                          {.address = address, .query = query, .request = request.page}, page,
                                          [&](const domain::Purchase& purchase) {
                                              return place_in(request.purchases.order, purchase.created_at, purchase.id,
                                                              storage::identifier_key(purchase.purchase_id));
                                          },
                                          write_summary)};
                });
}

void get_purchases_of_contact(const Services& services, Call& call) {
    const auto id = id_in_path(call, "contact");
    if (!id && id.error().kind == base::ErrorKind::BadRequest) { return call.answer.refuse(id.error()); }
    auto request = read_page_request(call.query, CursorId::ServiceId);
    if (!request) { return call.answer.refuse(request.error()); }
    if (!id) { return call.answer.refuse(id.error()); }
    const auto path = "/admin/v1/contacts/" + id.value().text() + "/purchases/";
    answer_read(services, storage::ReadCost::Walk, call,
                [address = services.public_address.with_path(path), contact = id.value(), query = std::move(call.query),
                 request = std::move(request).take()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    if (!storage::find_contact(transaction, contact)) { return operations::unknown_contact_id(); }
                    const auto page = storage::list_purchases_of(transaction, contact, request);
                    return JsonAnswer{.status = 200,
                                      .body = render_list(
                                          {.address = address, .query = query, .request = request}, page,
                                          [](const domain::Purchase& purchase) {
                                              return RowPlace{.created_at = purchase.purchased_at,
                                                              .id = purchase.id.text()};
                                          },
                                          write_summary)};
                });
}

}  // namespace

std::vector<Route> purchase_routes(const Services& services) {
    return {
        Route(net::Method::Get, purchase_collection_path, Managed{domain::Scope::PurchaseRead}, BodyKind::Ignored,
              [services](Call& call) { get_purchases(services, call); }),
        Route(net::Method::Get, purchase_contact_path, Managed{domain::Scope::PurchaseRead}, BodyKind::Ignored,
              [services](Call& call) { get_purchases_of_contact(services, call); }),
    };
}

}  // namespace tradewind::api::admin
