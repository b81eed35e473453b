// The yardstick of PATCH /contacts/email/{email}: writes the same rows as the service into a database that the service
// made, with the same settings, by SQLite's own interface and nothing else, 64 writes per durable commit.
//
//   contact_loop fill FILE COUNT             adds so many contacts, each with the activity of its creation
//   contact_loop run FILE EXISTING SECONDS   writes for so long; prints what it measured as JSON
//   contact_loop write FILE EXISTING WRITES  writes so often, for whoever wants to look at the rows
//   contact_loop events FILE EXISTING SECONDS records events of contacts for so long, 1,000 per commit, of the type 1
//   contact_loop import FILE ROWS            adds so many contacts as an import of so many rows does, one in a hundred
//                                            left out, 1,000 per commit; prints what it measured as JSON
//   contact_loop bodies                      prints how the bodies of the same writes start, one a line

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include "bare_ids.h"
#include "bare_sqlite.h"
#include "contact_values.h"

namespace tradewind::bench {
namespace {

using SteadyClock = std::chrono::steady_clock;
using Milliseconds = std::chrono::duration<double, std::milli>;

constexpr std::size_t writes_per_commit = 64;
constexpr std::size_t events_per_commit = 1'000;
constexpr std::uint64_t imported_per_commit = 1'000;

constexpr std::string_view find_by_email_sql = "SELECT contact_id FROM contact_emails WHERE email_key = $1";
constexpr std::string_view insert_email_sql = "INSERT INTO contact_emails (email_key, contact_id) VALUES ($1, $2)";
constexpr std::string_view insert_contact_sql =
    R"(INSERT INTO contacts (id, email, external_id, name, surname, birthdate, mobile_phone,
                             mobile_phone_status, email_status, newsletter_status, sms_status, points, custom,
                             email_bounced_reason, email_last_bounced_at, email_last_soft_bounce_at,
                             email_soft_bounces, email_last_unsubscribed_at, email_last_unsubscribed_ip,
                             has_push_subscriptions, total_purchases, total_amount, first_purchase_at,
                             last_purchase_at, recency, frequency, monetary, rfm, clv, p_alive, churn_rate,
                             expected_purchases, created_at, updated_at, name_key, surname_key, phone_key)
       VALUES ($1, $2, null, $3, $4, $5, $6, 'active', 'active', 'none', $7, $8, $9, null, null, null, 0, null,
               null, 0, 0, 0, null, null, null, null, null, null, null, null, null, null, $10, $10, $11, $12, $6))";
constexpr std::string_view update_contact_sql =
    R"(UPDATE contacts SET email = $1, external_id = null, name = $2, surname = $3, birthdate = $4,
              mobile_phone = $5, mobile_phone_status = 'active', email_status = 'active', newsletter_status = 'none',
              sms_status = $6, points = $7, custom = $8, email_bounced_reason = null, email_last_bounced_at = null,
              email_last_soft_bounce_at = null, email_soft_bounces = 0, email_last_unsubscribed_at = null,
              email_last_unsubscribed_ip = null, has_push_subscriptions = 0, recency = null, frequency = null,
              monetary = null, rfm = null, clv = null, p_alive = null, churn_rate = null, expected_purchases = null,
              updated_at = $9
       WHERE id = $10)";
constexpr std::string_view update_with_keys_sql =
    R"(UPDATE contacts SET email = $1, external_id = null, name = $2, surname = $3, birthdate = $4,
              mobile_phone = $5, mobile_phone_status = 'active', email_status = 'active', newsletter_status = 'none',
              sms_status = $6, points = $7, custom = $8, email_bounced_reason = null, email_last_bounced_at = null,
              email_last_soft_bounce_at = null, email_soft_bounces = 0, email_last_unsubscribed_at = null,
              email_last_unsubscribed_ip = null, has_push_subscriptions = 0, recency = null, frequency = null,
              monetary = null, rfm = null, clv = null, p_alive = null, churn_rate = null, expected_purchases = null,
              updated_at = $9, name_key = $10, surname_key = $11, phone_key = $5
       WHERE id = $12)";
constexpr std::string_view insert_activity_sql =
    "INSERT INTO activities (contact_id, id, kind, at, data, moment, cause) VALUES ($1, $2, $3, $4, $5, $6, null)";

constexpr std::string_view kind_created = "contact-created";
constexpr std::string_view kind_updated = "contact-updated";
constexpr std::string_view kind_event = "custom-event";

// The statements, with the values that they take.
class ContactRows {
  public:
    explicit ContactRows(const BareDatabase& database)
        : find_by_email_(database, find_by_email_sql),
          insert_email_(database, insert_email_sql),
          insert_contact_(database, insert_contact_sql),
          update_contact_(database, update_contact_sql),
          update_with_keys_(database, update_with_keys_sql),
          insert_activity_(database, insert_activity_sql) {}

    struct Write {
        const std::string& email;
        const ContactValues& values;
        std::int64_t points;
        std::int64_t now;
    };

    // 0 when nobody has the address.
    std::int64_t find(const std::string& email) {
        const bool is_known = find_by_email_.bind(1, email).step();
        const auto id = is_known ? find_by_email_.integer(0) : 0;
        find_by_email_.reset();
        return id;
    }
    void insert(std::int64_t contact_id, const Write& write) {
        const auto& values = write.values;
        insert_contact_.bind(1, contact_id).bind(2, write.email).bind(3, values.name).bind(4, values.surname);
        insert_contact_.bind(5, values.birthdate).bind(6, values.mobile_phone).bind(7, values.sms_status);
        insert_contact_.bind(8, write.points).bind(9, values.custom).bind(10, write.now);
        insert_contact_.bind(11, values.name_key).bind(12, values.surname_key).run();
        insert_email_.bind(1, write.email).bind(2, contact_id).run();
    }
    void update(std::int64_t contact_id, const Write& write, const ContactValues& before) {
        const auto& values = write.values;
        const bool has_keys = values.name_key != before.name_key || values.mobile_phone != before.mobile_phone;
        auto& update = has_keys ? update_with_keys_ : update_contact_;
        update.bind(1, write.email).bind(2, values.name).bind(3, values.surname).bind(4, values.birthdate);
        update.bind(5, values.mobile_phone).bind(6, values.sms_status).bind(7, write.points);
        update.bind(8, values.custom).bind(9, write.now);
        if (has_keys) { update.bind(10, values.name_key).bind(11, values.surname_key); }
        update.bind(has_keys ? 12 : 10, contact_id).run();
    }
    // `before` is null for a contact that is new.
    void journal(std::int64_t contact_id, std::int64_t activity_id, const Write& write, const ContactValues* before) {
        changes_ = R"({"changes":{)";
        for (std::size_t index = 0; index < write.values.changes.size(); ++index) {
            const auto& change = write.values.changes[index];
            if (before != nullptr && before->changes[index] == change) { continue; }
            changes_.append(change).append(",");
        }
        // A new phone number is an active one.
        fmt::format_to(std::back_inserter(changes_), R"("_points":{}{}}}}})", write.points,
                       before == nullptr ? R"(,"_mobilePhoneStatus":"active")" : "");
        insert_activity_.bind(1, contact_id).bind(2, activity_id);
        insert_activity_.bind(3, before == nullptr ? kind_created : kind_updated).bind(4, write.now);
        insert_activity_.bind(5, changes_).bind(6, write.values.moment).run();
    }
    void journal_event(std::int64_t contact_id, std::int64_t activity_id, std::string_view data,
                       std::string_view moment, std::int64_t now) {
        insert_activity_.bind(1, contact_id).bind(2, activity_id).bind(3, kind_event).bind(4, now);
        insert_activity_.bind(5, data).bind(6, moment).run();
    }

  private:
    BareStatement find_by_email_;
    BareStatement insert_email_;
    BareStatement insert_contact_;
    BareStatement update_contact_;
    BareStatement update_with_keys_;
    BareStatement insert_activity_;
    std::string changes_;
};

void fill(const std::string& file, std::uint64_t count) {
    // One contact a millisecond, in the past.
    constexpr std::int64_t first_made_at = 1'600'000'000'000;
    BareDatabase database(file);
    database.run(bulk_settings);
    ContactRows rows(database);
    const auto values = make_values();
    database.run("BEGIN");
    for (std::uint64_t number = 0; number < count; ++number) {
        const auto now = first_made_at + static_cast<std::int64_t>(number);
        const auto contact_id = first_id_at(now);
        const auto email = email_of(number);
        const ContactRows::Write write{
            .email = email, .values = values[number % values.size()], .points = points_of_existing(number), .now = now};
        rows.insert(contact_id, write);
        rows.journal(contact_id, contact_id + 1, write, nullptr);
    }
    database.run("COMMIT");
}

class Loop {
  public:
    Loop(const BareDatabase& database, std::uint64_t existing)
        : begin_(database, "BEGIN IMMEDIATE"), commit_(database, "COMMIT"), rows_(database), sequence_(existing) {
        for (std::uint64_t number = 0; number < existing; ++number) { last_values_.push_back(number % values_.size()); }
    }

    // One durable commit.
    void write_batch(std::size_t writes) {
        begin_.run();
        for (std::size_t count = 0; count < writes; ++count) { write(sequence_.next()); }
        const auto start = SteadyClock::now();
        commit_.run();
        commit_times_.emplace_back(SteadyClock::now() - start);
    }

    [[nodiscard]] std::size_t commits() const { return commit_times_.size(); }
    // The shortest of the slowest one in a hundred.
    [[nodiscard]] Milliseconds slow_commit() {
        const auto place = commit_times_.begin() + static_cast<std::ptrdiff_t>(commit_times_.size() * 99 / 100);
        std::nth_element(commit_times_.begin(), place, commit_times_.end());
        return *place;
    }

  private:
    void write(std::uint64_t number) {
        const auto email = email_of(number);
        const auto place = sequence_.requests() % values_.size();
        const ContactRows::Write write{.email = email,
                                       .values = values_[place],
                                       .points = points_of_request(sequence_.requests()),
                                       .now = milliseconds_now()};
        const auto known_id = rows_.find(email);
        const auto contact_id = known_id == 0 ? next_id(write.now) : known_id;
        const auto activity_id = next_id(write.now);
        if (known_id == 0) {
            rows_.insert(contact_id, write);
            rows_.journal(contact_id, activity_id, write, nullptr);
            last_values_.push_back(place);
        } else {
            const auto& before = values_[last_values_[number]];
            rows_.update(contact_id, write, before);
            rows_.journal(contact_id, activity_id, write, &before);
            last_values_[number] = place;
        }
    }

    std::int64_t next_id(std::int64_t now) { return last_id_ = std::max(last_id_ + 1, first_id_at(now)); }

    BareStatement begin_;
    BareStatement commit_;
    ContactRows rows_;
    ContactSequence sequence_;
    const std::vector<ContactValues> values_ = make_values();
    std::vector<std::size_t> last_values_;  // Of each contact, what it was written with last.
    std::int64_t last_id_ = 0;
    std::vector<Milliseconds> commit_times_;
};

void run(const std::string& file, std::uint64_t existing, std::chrono::seconds longest) {
    BareDatabase database(file);
    database.run(durable_settings);
    Loop loop(database, existing);
    const auto cpu_start = std::clock();
    const auto start = SteadyClock::now();
    auto now = start;
    for (; now - start < longest; now = SteadyClock::now()) { loop.write_batch(writes_per_commit); }
    const std::chrono::duration<double> seconds = now - start;
    const auto cpu_seconds = static_cast<double>(std::clock() - cpu_start) / CLOCKS_PER_SEC;
    fmt::print(R"({{"writes": {}, "seconds": {:.6f}, "cpu_seconds": {:.6f}, "slow_commit_ms": {:.3f}}})"
               "\n",
               loop.commits() * writes_per_commit, seconds.count(), cpu_seconds, loop.slow_commit().count());
}

// As custom_event_batch.lua sends them.
void run_events(const std::string& file, std::uint64_t existing, std::chrono::seconds longest) {
    BareDatabase database(file);
    database.run(durable_settings);
    ContactRows rows(database);
    const auto values = make_values();
    std::uint64_t random = 1;
    std::uint64_t commits = 0;
    std::int64_t last_id = 0;
    const auto start = SteadyClock::now();
    auto now = start;
    for (; now - start < longest; now = SteadyClock::now(), ++commits) {
        database.run("BEGIN IMMEDIATE");
        for (std::size_t count = 0; count < events_per_commit; ++count) {
            random = random * 16'807 % 2'147'483'647;
            const auto number = random % existing;
            const auto email = email_of(number);
            const auto contact_id = rows.find(email);
            const auto moment_now = milliseconds_now();
            last_id = std::max(last_id + 1, first_id_at(moment_now));
            const auto data = fmt::format(
                R"({{"eventTypeId":"000000000000000000000001","values":{{"guest":"{}","workshop":"wheel","seats":2,)"
                R"("paid":true,"price":19.99,"note":"by the window"}}}})",
                email);
            rows.journal_event(contact_id, last_id, data, values[number % values.size()].moment, moment_now);
        }
        database.run("COMMIT");
    }
    const std::chrono::duration<double> seconds = now - start;
    fmt::print(R"({{"writes": {}, "seconds": {:.6f}}})"
               "\n",
               commits * events_per_commit, seconds.count());
}

// As rows_imports.py makes them.
bool is_bad_row(std::uint64_t number) {
    return number % 100 == 99;
}

void run_import(const std::string& file, std::uint64_t row_count) {
    BareDatabase database(file);
    database.run(durable_settings);
    ContactRows rows(database);
    const auto values = make_values();
    std::int64_t last_id = 0;
    std::uint64_t contacts = 0;
    const auto start = SteadyClock::now();
    for (std::uint64_t number = 0; number < row_count; ++number) {
        if (number % imported_per_commit == 0) { database.run("BEGIN IMMEDIATE"); }
        const auto now = milliseconds_now();
        const auto email = email_of(number);
        const ContactRows::Write write{
            .email = email, .values = values[number % values.size()], .points = points_of_existing(number), .now = now};
        if (!is_bad_row(number) && rows.find(email) == 0) {
            const auto contact_id = std::max(last_id + 1, first_id_at(now));
            last_id = contact_id + 1;
            rows.insert(contact_id, write);
            rows.journal(contact_id, last_id, write, nullptr);
            ++contacts;
        }
        if ((number + 1) % imported_per_commit == 0 || number + 1 == row_count) { database.run("COMMIT"); }
    }
    const std::chrono::duration<double> seconds = SteadyClock::now() - start;
    fmt::print(R"({{"contacts": {}, "seconds": {:.6f}}})"
               "\n",
               contacts, seconds.count());
}

void write(const std::string& file, std::uint64_t existing, std::size_t writes) {
    BareDatabase database(file);
    database.run(durable_settings);
    Loop loop(database, existing);
    while (writes > 0) {
        const auto next = std::min(writes, writes_per_commit);
        loop.write_batch(next);
        writes -= next;
    }
}

int main_of(const std::vector<std::string>& arguments) {
    const auto is_command = [&](std::string_view command, std::size_t count) {
        return arguments.size() == count && arguments[0] == command;
    };
    if (is_command("bodies", 1)) {
        for (const auto& values : make_values()) { fmt::print("{}\n", values.body_start); }
    } else if (is_command("fill", 3)) {
        fill(arguments[1], std::stoull(arguments[2]));
    } else if (is_command("run", 4)) {
        run(arguments[1], std::stoull(arguments[2]), std::chrono::seconds(std::stoul(arguments[3])));
    } else if (is_command("events", 4)) {
        run_events(arguments[1], std::stoull(arguments[2]), std::chrono::seconds(std::stoul(arguments[3])));
    } else if (is_command("import", 3)) {
        run_import(arguments[1], std::stoull(arguments[2]));
    } else if (is_command("write", 4)) {
        write(arguments[1], std::stoull(arguments[2]), std::stoull(arguments[3]));
    } else {
        fmt::print(stderr, "see the top of contact_loop.cpp\n");
        return 2;
    }
    return 0;
}

}  // namespace
}  // namespace tradewind::bench

int main(int argc, char** argv) {
    try {
        return tradewind::bench::main_of({argv + 1, argv + argc});
    } catch (const std::exception& broken) {
        fmt::print(stderr, "contact_loop: {}\n", broken.what());
        return 1;
    }
}
