#include "storage/stores/engine/contact_question.h"

#include "storage/stores/engine/segment_member_store.h"
#include "storage/stores/engine/stored_facts.h"

namespace tradewind::storage {

ContactQuestion::ContactQuestion(Transaction& transaction, const domain::Filter& filter,
                                 std::shared_ptr<const Definitions> known, base::Instant now)
    : transaction_(transaction),
      filter_(filter),
      definitions_(definitions_in(transaction, std::move(known))),
      zone_(zone_of_store(*definitions_)),
      now_(now) {}

domain::Evaluation ContactQuestion::ask(const domain::Contact& contact, domain::Explain explain) {
    StoredFacts facts(transaction_, contact, [&](base::Id id) {
        const auto* const segment = definitions_->find_segment(id);
        return segment != nullptr && segment->member_set && is_member(transaction_, *segment->member_set, contact.id);
    });
    return domain::evaluate(filter_, facts, definitions_->contact_fields, {.now = now_, .zone = zone_}, explain);
}

}  // namespace tradewind::storage
