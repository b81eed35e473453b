#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/instant.h"
#include "base/random.h"
#include "base/result.h"
#include "base/secret.h"
#include "storage/files/operating_notes.h"

namespace tradewind::storage {

// The directory that holds what a service keeps in files.
class DataDirectory {
  public:
    // For the one process that owns it for as long as this lives, with a database in it. Creates what is missing: the
    // directory (0700) and `secret.key` (0600). Refused with Conflict when another process owns it, with BadRequest
    // when the secret key is damaged or missing beside a database, or by one of the checks below. Throws
    // std::system_error.
    static base::Result<DataDirectory> open(const std::filesystem::path& path, base::Random& random);
    // For one of several processes that share it, their database being elsewhere. Waits for others that are just
    // starting, and keeps them waiting until let_others_in(). Its key is still to be loaded.
    static DataDirectory open_shared(const std::filesystem::path& path);
    void let_others_in() { lock_.release(); }

    // Refuses a directory that is there but that this user cannot use, and says why.
    static base::Result<void> check_access(const std::filesystem::path& path);
    // Refuses a directory that other users may read or write, and says how to mend that.
    static base::Result<void> check_mode(const std::filesystem::path& path);
    // Refuses a directory whose database is gone or empty, while other things in it show that there was one.
    static base::Result<void> check_database(const std::filesystem::path& path);
    // Refuses root in the directory of somebody else, who could not use what root would make there.
    static base::Result<void> check_owner(const std::filesystem::path& path);
    // One that is empty is none.
    [[nodiscard]] static bool has_database(const std::filesystem::path& path);

    // The file in the files directory that says whose they are.
    static constexpr std::string_view files_owner_file = "instance";

    enum class MissingKey { Make, Refuse };
    base::Result<void> load_key(MissingKey when_missing, base::Random& random);
    // The key in a file, wherever that is. BadRequest when it is missing or damaged.
    static base::Result<std::unique_ptr<base::SecretKey>> read_key(const std::filesystem::path& file);

    // Whether its store is still to be made. Until note_store_made() a start that was cut short is a first one again.
    [[nodiscard]] bool is_new() const;
    void note_store_made() const;

    // Which installation the files in it belong to; nothing when nobody said so yet.
    [[nodiscard]] std::optional<std::string> files_owner() const;
    void set_files_owner(std::string_view instance_id) const;

    // That a database was put here from a backup and was not opened since. The mark is there before anything else of
    // it, so that one without a database is a restore that did not come to its end.
    [[nodiscard]] bool was_restored() const;
    void forget_restored() const;
    static std::filesystem::path restored_mark(const std::filesystem::path& path) { return path / "restored"; }

    // The newest moment at which the database was noted to be in use; nothing when nobody did so yet. It is kept beside
    // the database, so that one which was put in its place is noticed.
    [[nodiscard]] std::optional<base::Instant> seen_at() const;
    void note_seen(base::Instant now) const;

    // Makes the directory of the files (0700) when it is missing.
    void make_files_directory() const;

    static std::filesystem::path key_file(const std::filesystem::path& path) { return path / key_name; }
    [[nodiscard]] const base::SecretKey& secret_key() const { return *secret_key_; }
    [[nodiscard]] std::filesystem::path database_file() const { return path_ / database_name; }
    [[nodiscard]] std::filesystem::path reserve_file() const { return path_ / "reserve"; }
    [[nodiscard]] std::filesystem::path first_admin_key_file() const { return path_ / "first-admin-key"; }
    [[nodiscard]] std::filesystem::path files_directory() const { return path_ / "files"; }
    [[nodiscard]] std::filesystem::path erasure_log_file() const { return path_ / erasure_log_name; }
    // Where backups go that are to go nowhere else; made when it is needed.
    [[nodiscard]] std::filesystem::path backups_directory() const { return path_ / "backups"; }
    [[nodiscard]] OperatingNotes notes() const { return OperatingNotes(path_); }
    static constexpr std::string_view erasure_log_name = "erasures.log";
    // Where the owner listens for commands: of use to those who do not own it.
    [[nodiscard]] static std::filesystem::path control_socket(const std::filesystem::path& path) {
        return path / "control.sock";
    }

  private:
    static constexpr std::string_view database_name = "tradewind.db";
    static constexpr std::string_view key_name = "secret.key";

    // A file held open, and with it the lock on it.
    class Lock {
      public:
        explicit Lock(int descriptor) : descriptor_(descriptor) {}
        Lock(Lock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
        Lock& operator=(Lock&&) = delete;
        ~Lock() { release(); }
        void release();

      private:
        int descriptor_;
    };

    DataDirectory(std::filesystem::path path, Lock lock);

    std::filesystem::path path_;
    Lock lock_;
    std::unique_ptr<base::SecretKey> secret_key_;
};

}  // namespace tradewind::storage
