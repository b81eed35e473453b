// Reads lines of JSON from standard input, each a template with values, and writes a line for each: the text that it
// makes, or what is wrong. Driven by liquid_golden_test.py and by the test of docs/templates.md.

#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/json_writer.h"
#include "base/time_zone.h"
#include "domain/messages/liquid/json_liquid.h"
#include "domain/messages/liquid/render.h"

namespace {

using namespace tradewind;

std::string text_of(const base::JsonValue& question, std::string_view name, std::string_view otherwise) {
    const auto found = question.find(name);
    return std::string(found ? found->string() : otherwise);
}

std::string answer(const base::JsonValue& question) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    const auto source = question.find("template");
    const auto values = question.find("values");
    const auto strict = question.find("strict");
    if (!source || !values || !strict) { throw std::runtime_error("there is no template, values or strict"); }
    const auto mode = strict->boolean() ? domain::ParseMode::Strict : domain::ParseMode::Lax;
    std::vector<domain::LiquidProblem> problems;
    std::map<std::string, domain::Template, std::less<>> partials;
    for (const auto& [name, text] : question.find("partials").value().members()) {
        if (auto partial = domain::Template::parse(text.string(), mode, problems, domain::Partials::Allowed)) {
            partials.emplace(name, *std::move(partial));
        }
    }
    const auto parsed = domain::Template::parse(source->string(), mode, problems, domain::Partials::Allowed);
    domain::Rendered rendered;
    if (parsed) {
        const auto root = domain::liquid_value(*values);
        const domain::RenderSettings settings{.zone = base::TimeZone::load(text_of(question, "zone", "UTC")).take(),
                                              .language = text_of(question, "language", "en"),
                                              .currency = text_of(question, "currency", "EUR"),
                                              .find_partial = [&](std::string_view name) {
                                                  const auto found = partials.find(name);
                                                  return found != partials.end() ? &found->second : nullptr;
                                              }};
        rendered = domain::render(*parsed, *root.as_values(), settings);
        if (rendered.problem) { problems.push_back(*rendered.problem); }
    }
    writer.key("problems");
    writer.begin_array();
    for (const auto& problem : problems) { writer.string(problem.text()); }
    writer.end_array();
    writer.key("text");
    writer.string(rendered.text);
    writer.end_object();
    return json;
}

}  // namespace

int main() {
    std::ios::sync_with_stdio(false);
    std::string line;
    while (std::getline(std::cin, line)) {
        const auto document = base::JsonDocument::parse(line);
        if (!document.ok()) { throw std::runtime_error(document.error().detail); }
        std::cout << answer(document.value().root()) << '\n';
    }
}
