#include "domain/files/import_reader.h"

#include <utility>

#include "domain/files/contact_row.h"
#include "domain/files/coupon_row.h"
#include "domain/files/product_row.h"
#include "domain/files/purchase_file.h"
#include "domain/files/row_file.h"

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
