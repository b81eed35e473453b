#include "jobs/import_kind.h"

#include <algorithm>
#include <array>

namespace tradewind::jobs {
namespace {

constexpr std::array<const ImportKind*, 4> kinds{&contact_import, &product_import, &coupon_import, &purchase_import};

}  // namespace

const ImportKind& kind_of(domain::ImportType type) {
    return **std::ranges::find(kinds, type, &ImportKind::type);
}

}  // namespace tradewind::jobs
