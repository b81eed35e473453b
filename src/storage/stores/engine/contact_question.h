#pragma once

#include <memory>

#include "base/instant.h"
#include "base/time_zone.h"
#include "domain/filters/evaluate.h"
#include "storage/database/transaction.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::storage {

// Asks a filter about contacts, in one transaction. The filter outlives it.
class ContactQuestion {
  public:
    // `known` are definitions of any version: those of the transaction count.
    ContactQuestion(Transaction& transaction, const domain::Filter& filter, std::shared_ptr<const Definitions> known,
                    base::Instant now);

    [[nodiscard]] bool holds_for(const domain::Contact& contact) { return ask(contact, domain::Explain::No).holds; }
    [[nodiscard]] domain::Evaluation ask(const domain::Contact& contact, domain::Explain explain);

    [[nodiscard]] const std::shared_ptr<const Definitions>& definitions() const { return definitions_; }

  private:
    Transaction& transaction_;
    const domain::Filter& filter_;
    const std::shared_ptr<const Definitions> definitions_;
    const base::TimeZone zone_;
    const base::Instant now_;
};

}  // namespace tradewind::storage
