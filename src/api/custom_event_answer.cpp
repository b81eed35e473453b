#include "api/custom_event_answer.h"

#include "api/database_answer.h"

namespace tradewind::api {
namespace {

base::Result<JsonAnswer> record(storage::Transaction& transaction, base::Sources& sources,
                                const storage::Definitions& definitions, const domain::CustomEvent& event,
                                operations::UnknownContact unknown) {
    auto outcomes = operations::record_custom_events(transaction, sources, definitions, {event}, unknown);
    const auto activity = TRY(std::move(outcomes.front()));
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    writer.key("id");
    writer.string(activity.id.text());
    writer.end_object();
    return JsonAnswer{.status = 201, .body = std::move(json), .contact = activity.contact};
}

}  // namespace

void answer_custom_event(const Services& services, Call& call, ReadCustomEvent read,
                         operations::UnknownContact unknown) {
    auto definitions = call.caller.definitions;
    auto prepared = read(*definitions);
    answer_write(services, call, std::move(prepared),
                 [&sources = services.sources, definitions = std::move(definitions), read = std::move(read), unknown](
                     storage::Transaction& transaction, const domain::CustomEvent& event) -> base::Result<JsonAnswer> {
                     const auto current = storage::definitions_in(transaction, definitions);
                     if (current == definitions) { return record(transaction, sources, *current, event, unknown); }
                     const auto again = TRY(read(*current));
                     return record(transaction, sources, *current, again, unknown);
                 });
}

}  // namespace tradewind::api
