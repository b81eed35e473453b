#include "base/metrics.h"

#include <fmt/format.h>

#include <algorithm>

namespace tradewind::base {
namespace {

// The line ends with it, or a label does.
std::string escaped(std::string_view text) {
    std::string out;
    for (const char character : text) {
        switch (character) {
            case '\\':
                out += "\\\\";
                break;
            case '"':
                out += "\\\"";
                break;
            case '\n':
                out += "\\n";
                break;
            default:
                out += character;
        }
    }
    return out;
}

}  // namespace

void Histogram::note(std::uint64_t amount) {
    const auto bound = std::lower_bound(bounds_.begin(), bounds_.end(), amount);
    at_most_[static_cast<std::size_t>(bound - bounds_.begin())].add();
    sum_.add(amount);
}

bool Histogram::is_empty() const {
    for (std::size_t bound = 0; bound <= bounds_.size(); ++bound) {
        if (count(bound) != 0) { return false; }
    }
    return true;
}

void MetricsPage::family(std::string_view name, std::string_view type, std::string_view help) {
    name_ = name;
    text_ += fmt::format("# HELP {} {}\n# TYPE {} {}\n", name, escaped(help), name, type);
}

void MetricsPage::row(double value, Labels labels) {
    line("", labels, "", fmt::format("{}", value));
}

void MetricsPage::row(std::uint64_t value, Labels labels) {
    line("", labels, "", std::to_string(value));
}

void MetricsPage::row(std::int64_t value, Labels labels) {
    line("", labels, "", std::to_string(value));
}

void MetricsPage::row(const Histogram& histogram, Labels labels) {
    const bool is_time = histogram.bounds().data() == Histogram::times;
    const auto shown = [&](std::uint64_t amount) {
        return is_time ? fmt::format("{}", static_cast<double>(amount) / 1e6) : std::to_string(amount);
    };
    std::uint64_t so_far = 0;
    for (std::size_t bound = 0; bound < histogram.bounds().size(); ++bound) {
        so_far += histogram.count(bound);
        line("_bucket", labels, shown(histogram.bounds()[bound]), std::to_string(so_far));
    }
    so_far += histogram.count(histogram.bounds().size());
    line("_bucket", labels, "+Inf", std::to_string(so_far));
    line("_sum", labels, "", shown(histogram.sum()));
    line("_count", labels, "", std::to_string(so_far));
}

void MetricsPage::line(std::string_view suffix, Labels labels, std::string_view bound, std::string_view value) {
    text_.append(name_).append(suffix);
    char before = '{';
    const auto label = [&](std::string_view name, std::string_view content) {
        text_ += fmt::format("{}{}=\"{}\"", before, name, escaped(content));
        before = ',';
    };
    for (const auto& [name, content] : labels) { label(name, content); }
    if (!bound.empty()) { label("le", bound); }
    text_.append(before == ',' ? "} " : " ").append(value).append("\n");
}

}  // namespace tradewind::base
