#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_place.h"
#include "base/result.h"
#include "domain/files/import.h"

namespace tradewind::domain {

// Reads the records of a file that comes in pieces of any size: how it is split makes no difference. Memory is bounded.
class ImportReader {
  public:
    using OnRecord = std::function<void(ImportRecord record)>;

    ImportReader() = default;
    virtual ~ImportReader() = default;
    ImportReader(const ImportReader&) = delete;
    ImportReader& operator=(const ImportReader&) = delete;

    virtual void push(std::string_view bytes) = 0;
    virtual void finish() = 0;

    // Whether go_on_at() may be called: there is no header, or it was read.
    [[nodiscard]] virtual bool is_past_header() const = 0;
    // What comes next is from there, where a record begins.
    virtual void go_on_at(const base::FilePlace& place) = 0;
    // Invalid at `/file` when no record of the file could be read; for whoever pushed some of it.
    [[nodiscard]] virtual base::Result<void> judge() const = 0;
    // The names of the columns; none where there are no columns.
    [[nodiscard]] virtual std::vector<std::string> header() const = 0;
};

// The reader of files of this type.
std::unique_ptr<ImportReader> make_import_reader(ImportType type, const ImportOptions& options,
                                                 ImportReader::OnRecord on_record);

}  // namespace tradewind::domain
