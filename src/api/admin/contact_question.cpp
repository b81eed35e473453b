#include "api/admin/contact_question.h"

#include "operations/segment_uses.h"
#include "storage/stores/engine/segment_member_store.h"
#include "storage/stores/engine/stored_facts.h"

namespace tradewind::api::admin {

ContactQuestion::ContactQuestion(storage::Transaction& transaction, const domain::Filter& filter,
                                 std::shared_ptr<const storage::Definitions> known, base::Instant now)
    : transaction_(transaction),
      filter_(filter),
      definitions_(storage::definitions_in(transaction, std::move(known))),
      zone_(storage::zone_of_store(*definitions_)),
      now_(now) {}

domain::Evaluation ContactQuestion::ask(const domain::Contact& contact, domain::Explain explain) {
    storage::StoredFacts facts(transaction_, contact, [&](base::Id id) {
        const auto* const segment = operations::find_known_segment(*definitions_, id);
        return segment != nullptr && segment->member_set &&
               storage::is_member(transaction_, *segment->member_set, contact.id);
    });
    return domain::evaluate(filter_, facts, definitions_->contact_fields, {.now = now_, .zone = zone_}, explain);
}

}  // namespace tradewind::api::admin
