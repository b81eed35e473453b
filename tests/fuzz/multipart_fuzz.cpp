// A form is read the same however it is split, and no more comes out of it than went in. The first byte of the input
// chooses the split; the boundary is `x`.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/multipart_reader.h"

namespace {

using tradewind::base::MultipartReader;

void demand(bool condition) {
    if (!condition) std::abort();
}

struct Form {
    std::vector<std::pair<std::string, std::string>> parts;
    std::string problem;

    friend bool operator==(const Form&, const Form&) = default;
};

Form read(std::string_view text, std::size_t piece_bytes) {
    Form form;
    MultipartReader reader("x", {.on_part = [&](std::string_view name) { form.parts.emplace_back(name, ""); },
                                 .on_content =
                                     [&](std::string_view bytes) {
                                         demand(!bytes.empty() && !form.parts.empty());
                                         form.parts.back().second += bytes;
                                     }});
    while (!text.empty()) {
        reader.push(text.substr(0, piece_bytes));
        text.remove_prefix(std::min(piece_bytes, text.size()));
    }
    reader.finish();
    form.problem = reader.problem();
    return form;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t count) {
    if (count == 0) return 0;
    const std::size_t piece_bytes = std::size_t{data[0]} % 31 + 1;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, count - 1);
    const auto form = read(text, text.size() + 1);
    std::size_t bytes = 0;
    for (const auto& [name, content] : form.parts) {
        bytes += name.size() + content.size();
        if (form.problem.empty()) demand(content.find("\r\n--x\r\n") == std::string::npos);
    }
    demand(bytes <= text.size() && form.parts.size() <= MultipartReader::parts_max);
    demand(form == read(text, 1));
    demand(form == read(text, piece_bytes));
    tradewind::base::multipart_boundary(text);
    return 0;
}
