#include "operations/import_kind.h"

#include <algorithm>
#include <array>

#include "storage/stores/engine/segment_store.h"

namespace tradewind::operations {
namespace {

constexpr std::array<const ImportKind*, 4> kinds{&contact_import, &product_import, &coupon_import, &purchase_import};

}  // namespace

ImportSlice open_import_slice(storage::Transaction& transaction, base::Sources& sources, const ImportFacts& facts,
                              const std::function<std::vector<domain::ContactKey>()>& people) {
    ImportSlice slice{.transaction = transaction, .sources = sources, .contacts = {}, .segment = {}};
    // Whoever deleted the segment in the meantime wants nobody in it.
    if (facts.options.segment) { slice.segment = storage::hold_segment(transaction, *facts.options.segment); }
    if (facts.type == domain::ImportType::Contacts && transaction.is_elsewhere()) {
        slice.contacts = storage::ContactsAhead(transaction, people());
    }
    return slice;
}

const ImportKind& import_kind_of(domain::ImportType type) {
    return **std::ranges::find(kinds, type, &ImportKind::type);
}

}  // namespace tradewind::operations
