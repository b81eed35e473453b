#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace tradewind::storage {

// That something in a database file could not be read or made no sense, noted in a file beside it: the database itself
// is not written any more. It is about that one file and means nothing for another in its place. Thread-safe.
class DamageMark {
  public:
    // The file is there. Throws std::system_error.
    explicit DamageMark(const std::filesystem::path& database_file);

    // Where the damage is, in words; nothing when there is none.
    [[nodiscard]] std::optional<std::string> read() const;
    // False when it could not be made durable.
    [[nodiscard]] bool set(std::string_view where) const;
    // Throws std::system_error.
    void remove() const;

    // For a handler of signals, which may do little: what set() writes, made beforehand, and the writing itself.
    struct Text {
        std::string file;
        std::string content;
    };
    [[nodiscard]] Text text(std::string_view where) const;
    static bool write(const Text& text) noexcept;

  private:
    const std::filesystem::path file_;
    const std::string identity_;
};

}  // namespace tradewind::storage
