#include "operations/used_by.h"

#include <gtest/gtest.h>

#include "base/json.h"
#include "domain/fields/json_fields.h"
#include "operations/contact_field_operations.h"
#include "operations/operation_test.h"
#include "operations/report_operations.h"
#include "operations/store_operations.h"
#include "operations/workflow_operations.h"

namespace tradewind::operations::used_by_test {

class UsedBy : public OperationTest {
  protected:
    UsedBy() {
        in_transaction([this](auto& transaction) { return create_store(transaction, sources); });
        cache = std::make_unique<storage::DefinitionsCache>(storage::DefinitionsCache::load(*database).take());
        domain::ContactField wanted;
        wanted.id = "size";
        wanted.name = "Size";
        wanted.type = domain::FieldType::Radio;
        wanted.options = {{.id = "s", .label = "S"}};
        in_transaction([&](auto& transaction) { return create_contact_field(transaction, sources, wanted).take(); });
    }

    void draw(const std::string& name, const std::string& filter) {
        draw_node(name, R"("kind": "check", "filter": )" + filter);
    }
    void draw_node(const std::string& name, const std::string& node) {
        const auto json = R"({"name": ")" + name +
                          R"(", "definition": {"formatVersion": 2, "edges": [{"from": "s", "to": "c"}], "nodes": [
                              {"id": "s", "kind": "start"}, {"id": "c", )" +
                          node + "}]}}";
        const auto document = base::JsonDocument::parse(json).take();
        const auto change = domain::read_workflow(document.root(), domain::ReadMode::Create);
        in_transaction([&](auto& transaction) { return create_workflow(transaction, sources, actor, change).take(); });
    }
    void report(const std::string& name, const std::string& rest) {
        const auto json =
            R"({"name": ")" + name + R"(", "category": "purchases", "metrics": ["numberOfPurchases"], )" + rest + "}";
        const auto document = base::JsonDocument::parse(json).take();
        const auto wanted = domain::read_report(document.root(), domain::ReadMode::Create);
        in_transaction([&](auto& transaction) {
            return create_report(transaction, sources, cache->current(), actor, wanted).take();
        });
    }
    std::vector<std::string> names_of_users() {
        const auto definitions = cache->current();
        const auto users = in_transaction([&](auto& transaction) {
            return users_of_field(transaction, *definitions, *definitions->contact_fields.find("size"));
        });
        std::vector<std::string> names;
        for (const auto& user : users) { names.push_back(user.name); }
        return names;
    }

    const domain::Actor actor{"test"};
    std::unique_ptr<storage::DefinitionsCache> cache;
};

TEST_F(UsedBy, AFieldIsUsedByDraftsAndReportsThatNameItNewestFirst) {
    draw("By size", R"({"field": "size", "is": "in", "values": ["s"]})");
    draw("Called size", R"({"field": "_name", "is": "equals", "value": "size"})");
    report("Grouped", R"("groupings": ["size"])");
    report("Filtered",
           R"("groupings": ["date"], "filters": {"contactFields": [{"fieldId": "size", "values": ["s"]}]})");
    report("Other", R"("groupings": ["contact._rfm"])");
    EXPECT_EQ(names_of_users(), (std::vector<std::string>{"Filtered", "Grouped", "By size"}));
}

// Without it nobody could go on in them.
TEST_F(UsedBy, AFieldIsUsedByTemplatesAndPaths) {
    draw_node("Template", R"("kind": "set-field", "field": "_name", "template": "{% if contact.size %}x{% endif %}")");
    draw_node("Bracket", R"("kind": "set-field", "field": "_name", "template": "{{ contact['size'] }}")");
    draw_node("Path", R"("kind": "set-field", "field": "_name", "path": "contact.size")");
    draw("Test", R"({"path": "contact.size", "is": "isSet"})");
    draw_node("None", R"("kind": "set-field", "field": "_name", "template": "size")");
    EXPECT_EQ(names_of_users(), (std::vector<std::string>{"Test", "Path", "Bracket", "Template"}));
}

}  // namespace tradewind::operations::used_by_test
