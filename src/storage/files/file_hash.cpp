#include "storage/files/file_hash.h"

#include <sodium.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "base/text.h"
#include "storage/files/file_reader.h"

namespace tradewind::storage {
namespace {

class Sha256 {
  public:
    Sha256() { crypto_hash_sha256_init(&state_); }
    void add(std::string_view bytes) {
        crypto_hash_sha256_update(&state_, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
    }
    std::string digits() {
        std::array<unsigned char, crypto_hash_sha256_BYTES> hash;
        crypto_hash_sha256_final(&state_, hash.data());
        return base::to_hex({reinterpret_cast<const char*>(hash.data()), hash.size()});
    }

  private:
    crypto_hash_sha256_state state_;
};

}  // namespace

FileHash hash_file(const std::filesystem::path& path) {
    const std::atomic<bool> never{false};
    return hash_file(path, never).value();
}

std::optional<FileHash> hash_file(const std::filesystem::path& path, const std::atomic<bool>& is_over) {
    auto file = FileReader::open(path);
    if (!file) { throw std::system_error(ENOENT, std::generic_category(), path.string()); }
    FileHash found;
    Sha256 hash;
    for (auto piece = file->next(); !piece.empty(); piece = file->next()) {
        if (is_over) { return std::nullopt; }
        hash.add(piece);
        found.bytes += piece.size();
    }
    found.sha256 = hash.digits();
    return found;
}

std::string sha256_of(std::string_view text) {
    Sha256 hash;
    hash.add(text);
    return hash.digits();
}

}  // namespace tradewind::storage
