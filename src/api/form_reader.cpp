#include "api/form_reader.h"

#include <algorithm>
#include <utility>

#include "base/json_pointer.h"
#include "base/text.h"

namespace tradewind::api {

const std::string* Form::find(std::string_view name) const {
    const auto place = std::ranges::find(fields, name, &Field::name);
    return place == fields.end() ? nullptr : &place->value;
}

FormReader::FormReader(std::string_view boundary, std::uint64_t file_bytes_max)
    : file_bytes_max_(file_bytes_max),
      reader_(boundary, {.on_part = [this](std::string_view name) { begin_part(name); },
                         .on_content = [this](std::string_view bytes) { take_content(bytes); }}) {}

void FormReader::read(std::string_view bytes, std::string& file_bytes) {
    file_bytes_ = &file_bytes;
    reader_.push(bytes);
}

Form FormReader::finish() {
    reader_.finish();
    if (file_size_ > file_bytes_max_) {
        form_.refusal = base::Error{.kind = base::ErrorKind::TooLarge,
                                    .detail = "The file is larger than " + std::to_string(file_bytes_max_) + " bytes."};
    } else if (!reader_.problem().empty()) {
        form_.refusal = base::bad_request("The form " + std::string(reader_.problem()) + ".");
    }
    return std::move(form_);
}

void FormReader::begin_part(std::string_view sent_name) {
    part_ = Part::Dropped;
    // It may come back in a refusal.
    const auto name = base::replace_invalid_utf8(sent_name);
    const bool is_file = name == file_part;
    if (is_file ? form_.has_file : form_.find(name) != nullptr) { return refuse_part(name, "is there twice"); }
    if (is_file) {
        form_.has_file = true;
        part_ = Part::File;
    } else {
        form_.fields.push_back({.name = name, .value = {}});
        part_ = Part::Field;
    }
}

void FormReader::take_content(std::string_view bytes) {
    switch (part_) {
        case Part::Dropped:
            return;
        case Part::File:
            file_size_ += bytes.size();
            if (file_size_ <= file_bytes_max_) { *file_bytes_ += bytes; }
            return;
        case Part::Field:
            auto& field = form_.fields.back();
            if (field.value.size() + bytes.size() <= field_bytes_max) {
                field.value += bytes;
                return;
            }
            field.value.clear();
            part_ = Part::Dropped;
            return refuse_part(field.name, "is longer than " + std::to_string(field_bytes_max) + " bytes");
    }
}

void FormReader::refuse_part(std::string_view name, std::string_view reason) {
    auto path = base::pointer_to_member(name);
    const auto is_told = std::ranges::find(form_.problems, path, &base::Problem::path) != form_.problems.end();
    if (!is_told) { form_.problems.push_back({.path = std::move(path), .reason = std::string(reason)}); }
}

}  // namespace tradewind::api
