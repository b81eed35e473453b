#pragma once

#include <filesystem>
#include <memory>

#include "base/random.h"
#include "base/result.h"
#include "base/secret.h"

namespace tradewind::storage {

// The directory that holds everything a service keeps. It belongs to one process at a time, for as long as this lives.
class DataDirectory {
  public:
    // Creates what is missing: the directory (0700) and `secret.key` (0600). Refused with Conflict when another process
    // owns it, with BadRequest when the secret key is damaged or missing beside a database. Throws std::system_error.
    static base::Result<DataDirectory> open(const std::filesystem::path& path, base::Random& random);

    [[nodiscard]] const base::SecretKey& secret_key() const { return *secret_key_; }
    [[nodiscard]] std::filesystem::path database_file() const { return path_ / "tradewind.db"; }
    [[nodiscard]] std::filesystem::path first_admin_key_file() const { return path_ / "first-admin-key"; }
    [[nodiscard]] std::filesystem::path files_directory() const { return path_ / "files"; }
    // Where the owner listens for commands: of use to those who do not own it.
    [[nodiscard]] static std::filesystem::path control_socket(const std::filesystem::path& path) {
        return path / "control.sock";
    }

  private:
    // A file held open, and with it the lock on it.
    class Lock {
      public:
        explicit Lock(int descriptor) : descriptor_(descriptor) {}
        Lock(Lock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
        Lock& operator=(Lock&&) = delete;
        ~Lock();

      private:
        int descriptor_;
    };

    DataDirectory(std::filesystem::path path, Lock lock, std::unique_ptr<base::SecretKey> secret_key);

    std::filesystem::path path_;
    Lock lock_;
    std::unique_ptr<base::SecretKey> secret_key_;
};

}  // namespace tradewind::storage
