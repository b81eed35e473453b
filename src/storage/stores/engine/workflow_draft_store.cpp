#include "storage/stores/engine/workflow_draft_store.h"

#include <string>

#include "base/text.h"

namespace tradewind::storage {
namespace {

// The two engines call the function that looks for a text in another one differently.
constexpr Query drafts_with_query{
    .name = "workflows.drafts_with",
    .sql = R"(SELECT id FROM workflows WHERE status <> 'finished' AND instr(lower(definition), $1) > 0 ORDER BY id)",
    .postgres =
        R"(SELECT id FROM workflows WHERE status <> 'finished' AND strpos(lower(definition), $1) > 0 ORDER BY id)",
};

}  // namespace

std::vector<base::Id> drafts_with(Transaction& transaction, std::string_view text) {
    const auto lower = base::ascii_lower(text);
    std::vector<base::Id> found;
    auto rows = transaction.query(drafts_with_query, {lower});
    while (rows.next()) { found.push_back({rows.integer(0)}); }
    return found;
}

}  // namespace tradewind::storage
