#include "domain/deliveries/call_verdict.h"

#include <gtest/gtest.h>

namespace tradewind::domain::call_verdict_test {
namespace {

using Kind = CallVerdict::Kind;
using std::chrono::milliseconds;
using namespace std::chrono_literals;

const base::Instant now = base::Instant::parse("2026-02-01T10:00:00Z").value();

TEST(CallVerdict, FollowsTheStatus) {
    struct Row {
        std::int64_t status;
        Kind kind;
        bool is_gone = false;
        bool is_host_failing = false;
    };
    for (const auto& row : {Row{200, Kind::Done},
                            Row{201, Kind::Done},
                            Row{204, Kind::Done},
                            Row{299, Kind::Done},
                            Row{300, Kind::Repeat},
                            Row{301, Kind::Repeat},
                            Row{302, Kind::Repeat},
                            Row{307, Kind::Repeat},
                            Row{400, Kind::Dead},
                            Row{401, Kind::Repeat},
                            Row{403, Kind::Repeat},
                            Row{404, Kind::Repeat},
                            Row{408, Kind::Repeat},
                            Row{410, Kind::Dead, true},
                            Row{413, Kind::Dead},
                            Row{415, Kind::Dead},
                            Row{422, Kind::Dead},
                            Row{429, Kind::Repeat},
                            Row{500, Kind::Repeat, false, true},
                            Row{502, Kind::Repeat, false, true},
                            Row{503, Kind::Repeat, false, true},
                            Row{599, Kind::Repeat, false, true},
                            Row{199, Kind::Repeat}}) {
        const auto verdict = judge_answer({.status = row.status}, now);
        EXPECT_EQ(verdict.kind, row.kind) << row.status;
        EXPECT_EQ(verdict.is_gone, row.is_gone) << row.status;
        EXPECT_EQ(verdict.is_host_failing, row.is_host_failing) << row.status;
        EXPECT_EQ(verdict.reason.empty(), row.kind == Kind::Done) << row.status;
        EXPECT_FALSE(verdict.wait) << row.status;
    }
}

TEST(CallVerdict, WithoutAnAnswerItIsRepeatedUnlessTheAddressWasRefused) {
    EXPECT_EQ(judge_answer({.error = "timed out"}, now),
              (CallVerdict{.kind = Kind::Repeat, .reason = "timed out", .is_host_failing = true}));
    EXPECT_EQ(judge_answer({}, now).reason, "no answer");
    EXPECT_EQ(judge_answer({.error = "10.0.0.1 is private", .is_refused = true}, now).kind, Kind::Dead);
}

TEST(CallVerdict, ObeysRetryAfterOf429And503Alone) {
    for (const std::int64_t status : {429, 503}) {
        EXPECT_EQ(judge_answer({.status = status, .retry_after = "120"}, now).wait, milliseconds(2min)) << status;
        EXPECT_EQ(judge_answer({.status = status, .retry_after = "soon"}, now).wait, std::nullopt) << status;
    }
    for (const std::int64_t status : {301, 404, 500}) {
        EXPECT_EQ(judge_answer({.status = status, .retry_after = "120"}, now).wait, std::nullopt) << status;
    }
    EXPECT_EQ(judge_answer({.status = 400, .retry_after = "120"}, now).kind, Kind::Dead);
}

TEST(RetryAfter, IsANumberOfSecondsOrADateAndADayAtMost) {
    struct Row {
        const char* text;
        std::optional<milliseconds> wait;
    };
    for (const auto& row : {Row{"0", 0ms},
                            Row{"1", 1s},
                            Row{" 90 ", 90s},
                            Row{"86400", 24h},
                            Row{"86401", 24h},
                            Row{"99999999999999999999999", 24h},
                            Row{"Sun, 01 Feb 2026 10:01:00 GMT", 60s},
                            Row{"Sun, 01 Feb 2026 10:00:00 GMT", 0ms},
                            Row{"Sat, 31 Jan 2026 10:00:00 GMT", 0ms},
                            Row{"Fri, 01 Jan 2027 00:00:00 GMT", 24h},
                            Row{"", std::nullopt},
                            Row{"-1", std::nullopt},
                            Row{"+5", std::nullopt},
                            Row{"1.5", std::nullopt},
                            Row{"1 2", std::nullopt},
                            Row{"2026-02-01T10:01:00Z", std::nullopt},
                            Row{"Sun, 31 Feb 2026 10:01:00 GMT", std::nullopt},
                            Row{"Sun, 01 Fxx 2026 10:01:00 GMT", std::nullopt},
                            Row{"Sun, 01 Feb 2026 25:01:00 GMT", std::nullopt},
                            Row{"Sun, 01 Feb 2026 10:01:00 CET", std::nullopt},
                            Row{"Sun, -1 Feb 2026 10:01:00 GMT", std::nullopt}}) {
        EXPECT_EQ(read_retry_after(row.text, now), row.wait) << row.text;
    }
}

}  // namespace
}  // namespace tradewind::domain::call_verdict_test
