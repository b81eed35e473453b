#include "api/admin/resources.h"

#include "api/database_answer.h"
#include "base/json_writer.h"
#include "operations/sample_data_operations.h"
#include "storage/stores/jobs/sample_data_store.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::api::admin {
namespace {

using domain::SampleShop;
using domain::SampleShopState;

constexpr std::string_view sample_data_path = "/admin/v1/sample-data";

bool can_be_added(storage::Transaction& transaction, const SampleShop& data,
                  const std::shared_ptr<const storage::Definitions>& known) {
    return data.state == SampleShopState::None &&
           operations::is_store_empty(transaction, *storage::definitions_in(transaction, known));
}

JsonAnswer answer_sample_data(int status, const SampleShop& data, bool can_be_added) {
    JsonAnswer answer{.status = status, .body = {}};
    base::JsonWriter writer(answer.body);
    writer.begin_object();
    writer.key("state");
    writer.string(word_of(data.state));
    writer.key("canBeAdded");
    writer.boolean(can_be_added);
    writer.key("days");
    writer.integer(SampleShop::days);
    writer.key("daysDone");
    writer.integer(data.days_done);
    writer.key("kept");
    writer.begin_array();
    for (const auto& kept : data.kept) { writer.string(kept); }
    writer.end_array();
    writer.key("problem");
    data.problem ? writer.string(*data.problem) : writer.null();
    writer.end_object();
    return answer;
}

void get_sample_data(const Services& services, Call& call) {
    answer_read(services, storage::ReadCost::Point, call,
                [known = call.caller.definitions](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto data = storage::find_sample_data(transaction);
                    return answer_sample_data(200, data, can_be_added(transaction, data, known));
                });
}

void post_sample_data(const Services& services, Call& call) {
    answer_write(services, call,
                 [&sources = services.sources, actor = call.caller.actor(),
                  known = call.caller.definitions](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                     const auto definitions = storage::definitions_in(transaction, known);
                     const auto begun = TRY(operations::add_sample_data(transaction, sources, *definitions, actor));
                     return answer_sample_data(202, begun, false);
                 });
}

void delete_sample_data(const Services& services, Call& call) {
    answer_write(services, call,
                 [&sources = services.sources, actor = call.caller.actor(),
                  known = call.caller.definitions](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                     const auto data = operations::remove_sample_data(transaction, sources, actor);
                     return answer_sample_data(202, data, can_be_added(transaction, data, known));
                 });
}

}  // namespace

std::vector<Route> sample_data_routes(const Services& services) {
    using domain::Scope;
    using net::Method;
    const auto with_services = [&](void (*handler)(const Services&, Call&)) {
        return [services, handler](Call& call) { handler(services, call); };
    };
    return {
        Route(Method::Get, sample_data_path, Managed{Scope::StoreRead}, BodyKind::Ignored,
              with_services(get_sample_data)),
        Route(Method::Post, sample_data_path, Managed{Scope::SettingsWrite}, BodyKind::Ignored,
              with_services(post_sample_data)),
        Route(Method::Delete, sample_data_path, Managed{Scope::SettingsWrite}, BodyKind::Ignored,
              with_services(delete_sample_data)),
    };
}

}  // namespace tradewind::api::admin
