#include "operations/score_operations.h"

#include <utility>

#include "base/json_writer.h"
#include "operations/contact_operations.h"
#include "storage/stores/jobs/score_store.h"

namespace tradewind::operations {
namespace {

std::string json_of(const std::optional<std::string>& text) {
    std::string json;
    base::JsonWriter writer(json);
    text ? writer.string(*text) : writer.null();
    return json;
}

}  // namespace

bool change_scores(storage::Transaction& transaction, base::Sources& sources, const storage::Definitions& definitions,
                   const domain::Contact& contact, const domain::ContactScores& scores) {
    if (domain::contact_scores(contact) == scores) { return false; }
    const domain::Cause cause{.kind = domain::Cause::Kind::Scores};
    auto after = contact;
    domain::set_contact_scores(after, scores);
    if (after.rfm == contact.rfm) {
        storage::update_contact_scores(transaction, after);
        queue_untold(transaction, sources, definitions, after, {.before = contact, .cause = cause});
        return true;
    }
    ContactWrite write{.before = contact, .after = std::move(after), .changes = {}};
    write.changes.push_back({.field = definitions.contact_fields.find("_rfm"), .json = json_of(scores.rfm.group)});
    save_contact(transaction, sources, definitions, std::move(write), cause);
    return true;
}

}  // namespace tradewind::operations
