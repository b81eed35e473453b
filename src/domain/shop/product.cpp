#include "domain/shop/product.h"

namespace tradewind::domain {

base::Result<std::string> check_availability(std::string_view text) {
    if (text != "instock" && text != "outofstock") { return base::invalid("", "must be instock or outofstock"); }
    return std::string(text);
}

}  // namespace tradewind::domain
