#pragma once

#include <filesystem>
#include <string_view>

namespace tradewind::storage {

// Writes a file that only its owner may read (0600) and that must not be there yet. Throws std::system_error.
class FileWriter {
  public:
    explicit FileWriter(const std::filesystem::path& path);
    ~FileWriter();
    FileWriter(const FileWriter&) = delete;
    FileWriter& operator=(const FileWriter&) = delete;

    void write(std::string_view bytes);

  private:
    const std::filesystem::path path_;
    int descriptor_;
};

}  // namespace tradewind::storage
