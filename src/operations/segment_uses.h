#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/id.h"
#include "base/result.h"
#include "domain/filters/filter.h"
#include "domain/filters/filter_names.h"
#include "domain/settings/scope.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::operations {

// What filters can name in the store as it is by these definitions, which must outlive it.
domain::FilterNames filter_names(const storage::Definitions& definitions);

// Whether contacts can be looked for by this filter: Conflict while a segment that it names has no members yet.
base::Result<void> check_named_segments(const domain::Filter& filter, const storage::Definitions& definitions);

// What is wrong with a filter, at `path`, that the segment is to have: every segment that it names and whose filter,
// in force or to be in force, names this one, directly or over others.
std::vector<base::Problem> circles(const storage::Definitions& definitions, base::Id segment,
                                   const domain::Filter& filter, std::string_view path);

// The segments whose filter, in force or to be in force, names this event type, segment, coupon set or workflow.
std::vector<const storage::KnownSegment*> segments_naming(const storage::Definitions& definitions, base::Id id);

// The workflows that name the segment in their newest version, or in one that somebody is in; no finished ones.
std::vector<const storage::KnownWorkflow*> workflows_naming_segment(storage::Transaction& transaction,
                                                                    const storage::Definitions& definitions,
                                                                    base::Id segment);

// Whether somebody with these scopes may change who is in a segment. Forbidden without `workflow:run` while an active
// workflow names the segment, or one whose filter names it: that would start runs, or keep them from starting.
base::Result<void> check_active_users(storage::Transaction& transaction, const storage::Definitions& definitions,
                                      base::Id segment, const domain::ScopeSet& scopes);

// Those who use something, as people are told them: `segment "Big spenders"`.
using Users = std::vector<std::string>;

// Of the event type, segment, coupon set or workflow with this id, or of a contact field, in this transaction. Nobody
// begins to use it before the transaction ends: the definitions are locked.
Users users_of(storage::Transaction& transaction, const std::shared_ptr<const storage::Definitions>& known,
               base::Id id);
Users users_of_field(storage::Transaction& transaction, const std::shared_ptr<const storage::Definitions>& known,
                     std::string_view id);
// Of all event types of an integration.
Users users_of_integration(storage::Transaction& transaction, const std::shared_ptr<const storage::Definitions>& known,
                           base::Id id);

// What is said to whoever wants to delete `thing`, such as "The segment", while there are users.
base::Error in_use(std::string_view thing, const Users& users);

}  // namespace tradewind::operations
