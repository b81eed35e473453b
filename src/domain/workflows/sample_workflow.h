#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.h"
#include "domain/filters/sample_filter_names.h"
#include "domain/workflows/read_definition.h"
#include "domain/workflows/simulate.h"
#include "domain/workflows/workflow.h"

namespace tradewind::domain {

// A store for tests of workflows: that of filters, with an event type to send.
class SampleWorkflowNames {
  public:
    static constexpr base::Id send_type{7'005};
    static constexpr base::Id dynamic_segment{7'006};

    [[nodiscard]] WorkflowNames names() const {
        auto filters = store_.names();
        const auto segment_name = filters.segment_name;
        return {.filters = {.fields = filters.fields,
                            .events = events_,
                            .segment_name =
                                [segment_name](base::Id id) {
                                    return id == dynamic_segment ? std::optional<std::string>("VIP") : segment_name(id);
                                },
                            .coupon_set_name = filters.coupon_set_name,
                            .workflow_name = filters.workflow_name},
                .segment_kind = [](base::Id id) {
                    return std::optional(id == dynamic_segment ? SegmentKind::Dynamic : SegmentKind::Static);
                }};
    }

    static std::string with_ids(std::string json) {
        json = replaced(std::move(json), "$sendType", send_type);
        return SampleFilterNames::with_ids(replaced(std::move(json), "$dynamic", dynamic_segment));
    }

  private:
    static std::string replaced(std::string json, std::string_view word, base::Id id) {
        for (auto place = json.find(word); place != std::string::npos; place = json.find(word)) {
            json.replace(place, word.size(), id.text());
        }
        return json;
    }

    [[nodiscard]] CustomEventList event_types() const {
        CustomEventType send;
        send.id = send_type;
        send.name = "Order shipped";
        send.category = send_category;
        CustomEventField name;
        name.id = "who";
        name.name = "Who";
        CustomEventField points;
        points.id = "points";
        points.name = "Points";
        points.type = FieldType::Integer;
        points.required = true;
        send.fields = {name, points};
        const auto filters = store_.names();
        auto types = filters.events.types();
        types.push_back(std::make_shared<const CustomEventType>(std::move(send)));
        return {{}, std::move(types)};
    }

    SampleFilterNames store_;
    CustomEventList events_ = event_types();
};

// Reads definitions, and lets somebody go through them.
class WorkflowTest : public testing::Test {
  protected:
    static base::Instant moment(std::string_view text) { return base::Instant::parse(text).value(); }
    static base::JsonDocument document(const std::string& json) {
        auto parsed = base::JsonDocument::parse(SampleWorkflowNames::with_ids(json));
        EXPECT_TRUE(parsed.ok()) << json;
        return std::move(parsed).take();
    }
    static std::string graph(const std::string& nodes, const std::string& edges, const std::string& settings = "{}") {
        return R"({"formatVersion": 2, "nodes": [)" + nodes + R"(], "edges": [)" + edges + R"(], "settings": )" +
               settings + "}";
    }
    // Nodes one behind the other.
    static std::string chain(const std::vector<std::string>& nodes, const std::string& settings = "{}") {
        std::string all;
        std::string edges;
        for (std::size_t place = 0; place < nodes.size(); ++place) {
            if (place > 0) { all += ", "; }
            all += R"({"id": "n)" + std::to_string(place) + R"(", )" + nodes[place] + "}";
            if (place == 0) { continue; }
            if (place > 1) { edges += ", "; }
            edges += R"({"from": "n)" + std::to_string(place - 1) + R"(", "to": "n)" + std::to_string(place) + R"("})";
        }
        return graph(all, edges, settings);
    }

    DefinitionReading read(const std::string& json) {
        const auto parsed = document(json);
        return read_definition(parsed.root(), store.names());
    }
    // `node path code words`, without `/definition`.
    std::vector<std::string> incidents(const std::string& json) {
        std::vector<std::string> lines;
        for (const auto& incident : read(json).incidents) {
            lines.push_back(incident.node + " " + incident.path.substr(std::string_view("/definition").size()) + " " +
                            incident.code + ": " + incident.words);
        }
        return lines;
    }
    Definition definition(const std::string& json) {
        auto reading = read(json);
        EXPECT_EQ(incidents(json), std::vector<std::string>()) << json;
        return std::move(reading.definition);
    }

    SampleWorkflowNames store;
    base::TimeZone zone = base::TimeZone::load("Europe/Madrid").take();
};

}  // namespace tradewind::domain
