#pragma once

#include "base/sources.h"
#include "domain/contacts/contact.h"
#include "domain/scoring/contact_scores.h"
#include "storage/database/transaction.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::operations {

// Gives a contact that is locked these scores. Another group is a change of the contact as any other, journalled; other
// digits and values alone are not, because they follow from purchases. False when it has these scores already.
bool change_scores(storage::Transaction& transaction, base::Sources& sources, const storage::Definitions& definitions,
                   const domain::Contact& contact, const domain::ContactScores& scores);

}  // namespace tradewind::operations
