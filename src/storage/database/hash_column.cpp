#include "storage/database/hash_column.h"

#include <algorithm>

#include "storage/database/transaction.h"

namespace tradewind::storage {

Bytes bytes_of(const base::KeyedHash& hash) {
    return {std::string_view(reinterpret_cast<const char*>(hash.data()), hash.size())};
}

base::KeyedHash hash_from(std::string_view bytes) {
    base::KeyedHash hash;
    if (bytes.size() != hash.size()) { throw DatabaseBroken("a column does not hold a hash"); }
    std::transform(bytes.begin(), bytes.end(), hash.begin(), [](char c) { return static_cast<std::byte>(c); });
    return hash;
}

}  // namespace tradewind::storage
