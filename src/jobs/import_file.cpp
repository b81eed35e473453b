#include "jobs/import_file.h"

#include <utility>

namespace tradewind::jobs {

ImportFile::ImportFile(storage::FileReader file, const domain::Import& import)
    : file_(std::move(file)),
      reader_(domain::make_import_reader(import.type, import.options, [this](domain::ImportRecord record) {
          records_.push_back(std::move(record));
      })) {}

std::unique_ptr<ImportFile> ImportFile::open(const std::filesystem::path& path, const domain::Import& import) {
    auto file = storage::FileReader::open(path);
    if (!file) { return nullptr; }
    std::unique_ptr<ImportFile> opened(new ImportFile(std::move(*file), import));
    if (!opened->go_to(import.next)) { return nullptr; }
    return opened;
}

// A file is read from its start for as long as its header is not known.
bool ImportFile::go_to(const base::FilePlace& place) {
    while (!reader_->is_past_header()) {
        const auto piece = file_.next();
        if (piece.empty()) {
            // A header alone may lack its line end.
            reader_->finish();
            has_ended_ = true;
            return place.offset == 0 && reader_->judge().ok();
        }
        reader_->push(piece);
    }
    if (place.offset > 0) {
        records_.clear();
        reader_->go_on_at(place);
        file_.go_to(place.offset);
    }
    return reader_->judge().ok();
}

void ImportFile::fill(std::size_t count) {
    const auto is_full = [&] {
        return records_.size() >= count ||
               (!records_.empty() && records_.back().end.offset - records_.front().place.offset >= bytes_ahead_max);
    };
    while (!is_full() && !has_ended_) {
        const auto piece = file_.next();
        if (piece.empty()) {
            reader_->finish();
            has_ended_ = true;
        } else {
            reader_->push(piece);
        }
    }
}

}  // namespace tradewind::jobs
