#include "api/admin/resources.h"

#include "api/database_answer.h"
#include "base/clock.h"
#include "base/json_writer.h"
#include "domain/fields/json_fields.h"
#include "domain/settings/test_clock_request.h"
#include "operations/audit.h"
#include "storage/stores/settings/outside_store.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view test_clock_path = "/admin/v1/test-clock";

// 2080-01-01. Ids tell the time of their making, and have no room for much later ones.
constexpr base::Instant latest_time{3'471'292'800'000};

base::Result<base::Instant> read_test_clock(const Services& services, std::string_view body) {
    const auto document = TRY(domain::read_object(body));
    const auto read = TRY(read_fields(domain::test_clock_fields, document.root(), domain::ReadMode::Create));
    const auto now = read.values.now.value();
    if (now < services.sources.clock.now()) {
        return base::invalid("/now", "must not be in the past: the clock only goes on");
    }
    if (latest_time < now) { return base::invalid("/now", "must not be after " + latest_time.text()); }
    return now;
}

void turn_test_clock(const Services& services, Call& call) {
    answer_write(
        services, call, read_test_clock(services, call.request.body),
        [clock = services.test_clock, &sources = services.sources, actor = call.caller.actor()](
            storage::Transaction& transaction, const base::Instant& now) -> base::Result<JsonAnswer> {
            if (clock == nullptr) {
                return base::conflict("The clock of this store cannot be turned: it was not made with --test-clock.");
            }
            clock->turn_to(now);
            storage::set_test_clock(transaction, clock->turned_by());
            operations::audit(transaction, sources, actor, {.action = "test-clock.turn", .subject = ""});
            transaction.wake(storage::Sleeper::Engine);
            transaction.wake(storage::Sleeper::Outbox);
            JsonAnswer answer{.status = 200, .body = {}};
            base::JsonWriter writer(answer.body);
            writer.begin_object();
            writer.key("now");
            writer.instant(sources.clock.now());
            writer.end_object();
            return answer;
        });
}

}  // namespace

std::vector<Route> test_clock_routes(const Services& services) {
    return {Route(net::Method::Post, test_clock_path, Managed{domain::Scope::SettingsWrite}, BodyKind::Json,
                  [services](Call& call) { turn_test_clock(services, call); })};
}

}  // namespace tradewind::api::admin
