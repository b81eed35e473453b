#include "domain/workflows/workflow_vocabulary.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "base/json.h"
#include "domain/workflows/nodes/node_kind.h"

namespace tradewind::domain::workflow_vocabulary_test {
namespace {

base::JsonDocument vocabulary() {
    std::string json;
    base::JsonWriter writer(json);
    write_workflow_vocabulary(writer);
    return base::JsonDocument::parse(json).take();
}

std::string text_of(const base::JsonValue& value) {
    std::string json;
    base::JsonWriter writer(json);
    base::write_json(writer, value);
    return json;
}

TEST(WorkflowVocabulary, HasEveryKindWithAllThatFormsAskFor) {
    const auto words = vocabulary();
    std::map<std::string, std::string> kinds;
    for (const auto kind : words.root().find("kinds")->elements()) {
        kinds.emplace(kind.find("kind")->string(), text_of(kind));
    }
    EXPECT_EQ(kinds.size(), node_kinds().size());
    EXPECT_EQ(kinds["start"], R"({"kind":"start","role":"start","parameters":[)"
                              R"({"name":"audience","type":"filter","required":false,"words":["all"]},)"
                              R"({"name":"segment","type":"segment","required":false},)"
                              R"({"name":"existing","type":"boolean","required":false},)"
                              R"({"name":"future","type":"boolean","required":false}],)"
                              R"("ports":["next"],"values":[],"hasLimits":false,"obeysWindow":false})");
    EXPECT_EQ(kinds["on-event"],
              R"({"kind":"on-event","role":"trigger","parameters":[)"
              R"({"name":"event","type":"eventType","required":true},{"name":"where","type":"where","required":false},)"
              R"({"name":"fromImports","type":"boolean","required":false}],)"
              R"("ports":["next"],"values":[],"valuesFrom":"event","hasLimits":false,"obeysWindow":false})");
    EXPECT_EQ(kinds["assign-coupon"],
              R"({"kind":"assign-coupon","role":"act","parameters":[)"
              R"({"name":"couponSetId","type":"couponSet","required":true},)"
              R"({"name":"keep","type":"boolean","required":false}],"ports":["assigned","empty"],)"
              R"("values":[{"name":"code","kind":"identifier"}],"hasLimits":true,"obeysWindow":true})");
    EXPECT_EQ(kinds["switch"],
              R"({"kind":"switch","role":"question","parameters":[{"name":"cases","type":"cases","required":true}],)"
              R"("ports":["else"],"portsFrom":"cases","values":[],"hasLimits":false,"obeysWindow":false})");
    EXPECT_TRUE(kinds["on-field-changed"].find(R"("values":[{"name":"from"},{"name":"to"}],"valuesFrom":"field")") !=
                std::string::npos);
    EXPECT_TRUE(kinds["wait-for"].find(R"("values":[],"valuesFrom":"trigger")") != std::string::npos);
    EXPECT_TRUE(kinds["set-field"].find("valuesFrom") == std::string::npos);
    EXPECT_TRUE(
        kinds["wait"].find(R"({"name":"until","type":"instant","required":false,"alternative":"until when"})") !=
        std::string::npos);
}

TEST(WorkflowVocabulary, HasWhatComesLaterAndWhatCanBeSet) {
    const auto words = vocabulary();
    EXPECT_EQ(words.root().find("laterKinds")->size(), later_node_kinds().size());
    EXPECT_EQ(text_of(*words.root().find("nodeLimits")), R"([{"name":"perContact","type":"number","required":false},)"
                                                         R"({"name":"total","type":"number","required":false},)"
                                                         R"({"name":"coolDown","type":"period","required":false}])");
    std::string settings;
    for (const auto setting : words.root().find("settings")->elements()) {
        settings +=
            std::string(setting.find("name")->string()) + ":" + std::string(setting.find("type")->string()) + " ";
    }
    EXPECT_EQ(settings,
              "reentry:reentry runs:word key:path onSameKey:word goal:filter exitWhen:filter window:window "
              "endsAt:instant lateness:period ");
    EXPECT_EQ(text_of(*words.root().find("limits")),
              R"({"nodes":500,"edges":2000,"definitionBytes":262144,"definitionLevels":32,"cases":20,"sharesMin":2,)"
              R"("shares":5,"incidents":200,"simulatedHappenings":100,"simulatedSteps":1000})");
}

TEST(WorkflowVocabulary, EachTypeOfParameterHasAWordOfItsOwn) {
    std::map<std::string_view, int> words;
    for (std::size_t type = 0; type <= static_cast<std::size_t>(ParameterType::Word); ++type) {
        ++words[word_of(static_cast<ParameterType>(type))];
    }
    EXPECT_EQ(words.size(), static_cast<std::size_t>(ParameterType::Word) + 1);
    EXPECT_EQ(word_of(ParameterType::Where), "where");
    EXPECT_EQ(word_of(ParameterType::Reentry), "reentry");
    EXPECT_EQ(word_of(ParameterType::Segment), "segment");
    EXPECT_EQ(word_of(ParameterType::Weekday), "weekday");
}

}  // namespace
}  // namespace tradewind::domain::workflow_vocabulary_test
