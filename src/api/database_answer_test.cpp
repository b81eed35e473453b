#include "api/database_answer.h"

#include <atomic>

#include "api/api_test.h"
#include "storage/testing/test_copies.h"

namespace tradewind::api {
namespace {

class DatabaseAnswerTest : public ApiTest {
  protected:
    DatabaseAnswerTest() {
        serve(
            {Route(net::Method::Post, "/counted", Public(), BodyKind::Json, [this](Call& call) { count_write(call); }),
             Route(net::Method::Get, "/counted", Public(), BodyKind::Ignored, [this](Call& call) {
                 answer_read(make_services(), storage::ReadCost::Point, call,
                             [kept = storage::CopyCounter(copies)](storage::Transaction&) {
                                 return base::Result(JsonAnswer{.status = 200, .body = "{}"});
                             });
             })});
    }

    std::atomic<int> copies{0};
    std::atomic<int> runs{0};

  private:
    void count_write(Call& call) {
        answer_write(make_services(), call, base::Result(storage::CopyCounter(copies)),
                     [this, kept = storage::CopyCounter(copies)](storage::Transaction&, const storage::CopyCounter&) {
                         ++runs;
                         return base::Result(JsonAnswer{.status = 201, .body = "{}"});
                     });
    }
};

TEST_F(DatabaseAnswerTest, CopiesNothingOnTheWayOfARequest) {
    EXPECT_EQ(ask({.method = net::Method::Get, .target = "/counted"}).status, 200);
    EXPECT_EQ(ask({.method = net::Method::Post, .target = "/counted", .body = "{}"}).status, 201);
    const Asked once{.method = net::Method::Post,
                     .target = "/counted",
                     .body = "{}",
                     .headers = {{.name = "Idempotency-Key", .value = "one"}}};
    EXPECT_EQ(ask(once).status, 201);
    EXPECT_EQ(ask(once).status, 201);
    EXPECT_EQ(runs, 2) << "the second time it is told what was kept";
    EXPECT_EQ(copies, 0);
}

}  // namespace
}  // namespace tradewind::api
