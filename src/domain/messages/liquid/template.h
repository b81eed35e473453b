#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/messages/liquid/template_problem.h"

namespace tradewind::domain {

namespace liquid {
struct TemplateTree;
}

// Lax reads what was meant, as Liquid always did; Strict refuses what is not quite right, unknown filters, too.
enum class ParseMode { Lax, Strict };

// Whether a template may use others, by the tags `include` and `render`.
enum class Partials { Refused, Allowed };

// A name that a template reads from outside, with what it asks of it: `contact.name` is {contact, name}.
struct TemplateName {
    std::vector<std::string> path;
    std::size_t line = 1;
    std::size_t column = 1;

    friend bool operator==(const TemplateName&, const TemplateName&) = default;
};

// A text with values to be put in, in the language Liquid. Never changes; threads may share it, and copies are cheap.
class Template {
  public:
    static constexpr std::size_t source_bytes_max = 512 * 1024;
    static constexpr std::size_t problems_max = 20;

    // Nothing when there are problems, which are then listed: at most `problems_max`, in order.
    static std::optional<Template> parse(std::string_view source, ParseMode mode, std::vector<LiquidProblem>& problems,
                                         Partials partials = Partials::Refused);

    [[nodiscard]] const liquid::TemplateTree& tree() const { return *tree_; }

  private:
    explicit Template(std::shared_ptr<const liquid::TemplateTree> tree);

    std::shared_ptr<const liquid::TemplateTree> tree_;
};

// What the template reads from outside, in order. Names that it gives itself, by `assign`, `capture`, loops and
// counters, are left out from there on; so is what only rendering can tell, as in `[name]`.
std::vector<TemplateName> names_of(const Template& source);

}  // namespace tradewind::domain
