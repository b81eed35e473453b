#pragma once

#include <cstddef>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>

#include "base/file_place.h"
#include "domain/import.h"
#include "domain/purchase_file.h"
#include "storage/file_reader.h"

namespace tradewind::jobs {

// The records of an import's file from where it stands, read as they are needed.
class ImportFile {
  public:
    // Null when the file is not there, or is not what it was when it came.
    static std::unique_ptr<ImportFile> open(const std::filesystem::path& path, const domain::Import& import);

    ImportFile(const ImportFile&) = delete;
    ImportFile& operator=(const ImportFile&) = delete;

    // Reads on until so many records are here or the file has ended.
    void fill(std::size_t count);
    [[nodiscard]] std::deque<domain::ImportRecord>& records() { return records_; }
    // Whether these records are the last ones.
    [[nodiscard]] bool has_ended() const { return has_ended_; }

  private:
    ImportFile(storage::FileReader file, const domain::Import& import);
    bool go_to(const base::FilePlace& place);

    storage::FileReader file_;
    std::deque<domain::ImportRecord> records_;
    domain::PurchaseFileReader reader_;
    bool has_ended_ = false;
};

}  // namespace tradewind::jobs
