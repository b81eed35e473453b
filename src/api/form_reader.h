#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/multipart_reader.h"
#include "base/result.h"

namespace tradewind::api {

// How much a form may hold beside its file.
inline constexpr std::uint64_t form_beside_file_bytes_max = std::uint64_t{64} * 1024;

// What a form says, but for the content of its file, the part `file`.
struct Form {
    struct Field {
        std::string name;
        std::string value;
    };

    std::vector<Field> fields;            // In their order; each name once.
    std::vector<base::Problem> problems;  // Parts that are there twice, or too long.
    bool has_file = false;
    std::optional<base::Error> refusal;  // Why it cannot be read at all, or is too large.

    // Null when there is none.
    [[nodiscard]] const std::string* find(std::string_view name) const;
};

// Reads a form as it comes. Memory is bounded.
class FormReader {
  public:
    static constexpr std::string_view file_part = "file";
    static constexpr std::size_t field_bytes_max = std::size_t{1024};

    FormReader(std::string_view boundary, std::uint64_t file_bytes_max);
    FormReader(const FormReader&) = delete;
    FormReader& operator=(const FormReader&) = delete;

    // Adds what of the next bytes belongs to the file.
    void read(std::string_view bytes, std::string& file_bytes);
    Form finish();

  private:
    enum class Part { Field, File, Dropped };

    void begin_part(std::string_view name);
    void take_content(std::string_view bytes);
    void refuse_part(std::string_view name, std::string_view reason);

    const std::uint64_t file_bytes_max_;
    Form form_;
    Part part_ = Part::Dropped;
    std::uint64_t file_size_ = 0;
    std::string* file_bytes_ = nullptr;  // Of the call that is running.
    base::MultipartReader reader_;
};

}  // namespace tradewind::api
