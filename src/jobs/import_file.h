#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/file_place.h"
#include "domain/files/import.h"
#include "domain/files/import_reader.h"
#include "storage/files/file_reader.h"

namespace tradewind::jobs {

// The records of an import's file from where it stands, read as they are needed.
class ImportFile {
  public:
    // Null when the file is not there, or is not what it was when it came.
    static std::unique_ptr<ImportFile> open(const std::filesystem::path& path, const domain::Import& import);

    ImportFile(const ImportFile&) = delete;
    ImportFile& operator=(const ImportFile&) = delete;

    // How many bytes of the file are read ahead at most, beside one record.
    static constexpr std::uint64_t bytes_ahead_max = std::uint64_t{1024} * 1024;

    // Reads on until so many records are here, or as many as may be, or the file has ended.
    void fill(std::size_t count);
    [[nodiscard]] std::deque<domain::ImportRecord>& records() { return records_; }
    // Whether these records are the last ones.
    [[nodiscard]] bool has_ended() const { return has_ended_; }
    [[nodiscard]] std::vector<std::string> header() const { return reader_->header(); }

  private:
    ImportFile(storage::FileReader file, const domain::Import& import);
    bool go_to(const base::FilePlace& place);

    storage::FileReader file_;
    std::deque<domain::ImportRecord> records_;
    std::unique_ptr<domain::ImportReader> reader_;
    bool has_ended_ = false;
};

}  // namespace tradewind::jobs
