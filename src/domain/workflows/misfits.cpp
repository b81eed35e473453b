#include "domain/workflows/misfits.h"

#include <algorithm>
#include <string>

#include "base/json_pointer.h"
#include "domain/workflows/workflow.h"

namespace tradewind::domain {
namespace {

constexpr std::string_view null_character_reason = "must not contain U+0000";

bool has_null_character(std::string_view text) {
    return text.find('\0') != std::string_view::npos;
}

class MisfitSearch {
  public:
    MisfitSearch(std::string_view path, std::vector<base::Problem>& problems) : problems_(problems), path_(path) {}

    void look_at(const base::JsonValue& value) { look_at(value, 1); }

  private:
    // Long names, on the way to many misfits, would make much out of little: a path ends where it gets longer.
    static constexpr std::size_t path_bytes_max = 1'000;
    static constexpr std::size_t misfits_max = 100;

    void look_at(const base::JsonValue& value, std::size_t depth) {
        if (value.kind() == base::JsonKind::String && has_null_character(value.string())) {
            add(null_character_reason);
        }
        const bool is_object = value.kind() == base::JsonKind::Object;
        if (!is_object && value.kind() != base::JsonKind::Array) { return; }
        if (depth > workflow_definition_depth_max) {
            return add("must not be nested deeper than " + std::to_string(workflow_definition_depth_max) + " levels");
        }
        is_object ? look_at_members(value, depth) : look_at_elements(value, depth);
    }
    void look_at_members(const base::JsonValue& object, std::size_t depth) {
        for (const auto member : object.members()) {
            const auto above = go_down(base::pointer_to_member(member.key));
            if (has_null_character(member.key)) { add(null_character_reason); }
            look_at(member.value, depth + 1);
            path_.resize(above);
        }
    }
    void look_at_elements(const base::JsonValue& array, std::size_t depth) {
        std::size_t index = 0;
        for (const auto element : array.elements()) {
            const auto above = go_down("/" + std::to_string(index++));
            look_at(element, depth + 1);
            path_.resize(above);
        }
    }
    // The length of the path before.
    std::size_t go_down(const std::string& step) {
        const auto above = path_.size();
        if (above + step.size() <= path_bytes_max) { path_ += step; }
        return above;
    }
    // The first problem of a value says enough.
    void add(std::string_view reason) {
        if (count_ == misfits_max || std::ranges::find(problems_, path_, &base::Problem::path) != problems_.end()) {
            return;
        }
        ++count_;
        problems_.push_back({.path = path_, .reason = std::string(reason)});
    }

    std::vector<base::Problem>& problems_;
    std::string path_;
    std::size_t count_ = 0;
};

}  // namespace

void find_misfits(const base::JsonValue& value, std::string_view path, std::vector<base::Problem>& problems) {
    MisfitSearch(path, problems).look_at(value);
}

}  // namespace tradewind::domain
