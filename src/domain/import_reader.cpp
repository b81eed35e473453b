#include "domain/import_reader.h"

#include <utility>

#include "domain/contact_row.h"
#include "domain/coupon_row.h"
#include "domain/product_row.h"
#include "domain/purchase_file.h"
#include "domain/row_file.h"

namespace tradewind::domain {

std::unique_ptr<ImportReader> make_import_reader(ImportType type, const ImportOptions& options,
                                                 ImportReader::OnRecord on_record) {
    const auto rows = [&](RowFileReader::CheckHeader check_header) {
        return std::make_unique<RowFileReader>(options.delimiter, check_header, std::move(on_record));
    };
    switch (type) {
        case ImportType::Contacts:
            return rows(check_contact_header);
        case ImportType::Products:
            return rows(check_product_header);
        case ImportType::Coupons:
            return rows(check_coupon_header);
        case ImportType::Purchases:
            return std::make_unique<PurchaseFileReader>(options, std::move(on_record));
    }
    return nullptr;
}

}  // namespace tradewind::domain
