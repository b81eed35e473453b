#pragma once

#include <gtest/gtest.h>

#include "engine/engine_test.h"
#include "operations/workflow_life.h"
#include "operations/workflow_operations.h"
#include "storage/stores/engine/node_number_store.h"
#include "storage/stores/engine/run_store.h"

namespace tradewind::engine {

// A store whose workflows run, by a clock that the test turns.
class WorkflowRunTest : public EngineTest {
  protected:
    using Lines = std::vector<std::string>;

    base::Id publish(const std::string& nodes, const std::string& edges, const std::string& settings = "{}") {
        const auto json = R"({"name": "W", "definition": {"formatVersion": 2, "nodes": [)" + nodes +
                          R"(], "edges": [)" + edges + R"(], "settings": )" + settings + "}}";
        const auto document = base::JsonDocument::parse(json).take();
        const auto wanted = domain::read_workflow(document.root(), domain::ReadMode::Create);
        const auto id = in_transaction([&](auto& transaction) {
            return operations::create_workflow(transaction, sources, {"test"}, wanted).take().id;
        });
        in_transaction([&](auto& transaction) {
            const auto published =
                operations::publish_workflow(transaction, sources, {.definitions = known()}, {"test"}, id);
            EXPECT_TRUE(published.ok()) << (published.ok() ? "" : published.error().problems.front().path);
            return true;
        });
        return id;
    }
    // Behind a start and a trigger on changed points, nodes one after the other.
    base::Id chain(const std::vector<std::string>& nodes, const std::string& settings = R"({"reentry": "always"})") {
        std::string all =
            R"({"id": "s", "kind": "start"}, {"id": "t", "kind": "on-field-changed", "field": "_points"})";
        std::string edges = R"({"from": "s", "to": "t"})";
        std::string last = "t";
        for (std::size_t place = 0; place < nodes.size(); ++place) {
            const auto id = "n" + std::to_string(place);
            all += R"(, {"id": ")" + id + R"(", )" + nodes[place] + "}";
            edges += R"(, {"from": ")" + last + R"(", "to": ")" + id + R"("})";
            last = id;
        }
        return publish(all, edges, settings);
    }
    template <class Step>
    void live(Step step, base::Id workflow) {
        in_transaction([&](auto& transaction) {
            EXPECT_TRUE(step(transaction, sources, domain::Actor{"test"}, workflow).ok());
            return true;
        });
    }
    void turn(std::chrono::milliseconds by) {
        clock.advance(by);
        run_engine();
    }

    // Of every run of a contact, oldest first: state and steps.
    Lines runs(const std::string& name) {
        const auto contact = find(name);
        return in_transaction([&](auto& transaction) {
            Lines lines;
            auto all = storage::list_runs_of(transaction, contact->id, {.size = 100, .cursor = {}}).items;
            std::reverse(all.begin(), all.end());
            for (const auto& run : all) {
                auto line = run.outcome ? std::string(word_of(*run.outcome)) : std::string(word_of(run.state));
                line += " at " + run.node + ":";
                for (const auto& step : storage::steps_of(transaction, contact->id, run.id, 0, 1000)) {
                    line += " " + step.node + (step.port ? ">" + *step.port : "");
                    if (step.reason) { line += "(" + *step.reason + ")"; }
                }
                lines.push_back(std::move(line));
            }
            return lines;
        });
    }
    Lines numbers(base::Id workflow) {
        return in_transaction([&](auto& transaction) {
            Lines lines;
            for (const auto& number : storage::node_numbers(transaction, workflow)) {
                lines.push_back(number.node + " " + number.what + " " + number.name + " " +
                                std::to_string(number.number));
            }
            return lines;
        });
    }
};

}  // namespace tradewind::engine
