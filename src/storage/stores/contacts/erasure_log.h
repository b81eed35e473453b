#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "storage/stores/contacts/erasure_store.h"

namespace tradewind::storage {

// The erasures of a database once more, in a small file beside it that can be kept elsewhere: a backup is older than it
// is, and whoever was erased in between is erased again. It tells nothing to somebody without the secret key. One line
// of JSON for each; the first says which key the hashes were made with.
class ErasureLog {
  public:
    ErasureLog(std::filesystem::path path, std::string key_fingerprint)
        : path_(std::move(path)), key_fingerprint_(std::move(key_fingerprint)) {}

    // Those in it, each once; none when there is no file. A line that was cut short by a crash does not count. Refused:
    // another key, lines that are damaged.
    [[nodiscard]] base::Result<std::vector<Erasure>> read() const;
    // Durable when this returns. Makes the file, readable by its owner alone, when there is none. Several processes may
    // do so at once. Throws std::system_error.
    void append(std::span<const Erasure> erasures) const;

  private:
    [[nodiscard]] std::string header() const;
    [[nodiscard]] base::Error damaged(std::size_t line) const;

    const std::filesystem::path path_;
    const std::string key_fingerprint_;
};

}  // namespace tradewind::storage
