#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// The contact-shaped write that is measured over HTTP and in a bare SQLite loop: the same tables, the same statements
// and the same values for both.
namespace tradewind::bench {

inline constexpr std::array<std::string_view, 6> schema{
    R"(CREATE TABLE bench_contacts (
           id integer primary key,
           email text not null,
           name text not null,
           surname text not null,
           birthdate bigint,
           mobile_phone text not null,
           email_status text not null,
           newsletter_status text not null,
           custom_values text not null,
           created_at bigint not null,
           updated_at bigint not null))",
    R"(CREATE TABLE bench_contact_emails (email_key text not null primary key, contact_id bigint not null))",
    R"(CREATE TABLE bench_activities (
           id integer primary key,
           contact_id bigint not null,
           kind text not null,
           at bigint not null,
           origin text not null,
           snapshot text not null))",
    R"(CREATE INDEX bench_activities_by_contact ON bench_activities (contact_id, at, id))",
    R"(CREATE INDEX bench_activities_by_kind ON bench_activities (kind, at, id))",
    R"(CREATE TABLE bench_engine_queue (
           bucket bigint not null,
           activity_id bigint not null,
           contact_id bigint not null,
           due_at bigint not null,
           primary key (bucket, activity_id)))",
};

// In every statement the parameters first appear in the order of their numbers, so that a number is also a position.
inline constexpr std::string_view find_by_email_sql =
    R"(SELECT contact_id FROM bench_contact_emails WHERE email_key = $1)";
inline constexpr std::string_view insert_email_sql =
    R"(INSERT INTO bench_contact_emails (email_key, contact_id) VALUES ($1, $2))";
inline constexpr std::string_view insert_contact_sql =
    R"(INSERT INTO bench_contacts (id, email, name, surname, birthdate, mobile_phone, email_status, newsletter_status,
                                   custom_values, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10))";
inline constexpr std::string_view update_contact_sql =
    R"(UPDATE bench_contacts SET name = $1, surname = $2, birthdate = $3, mobile_phone = $4, email_status = $5,
                                 newsletter_status = $6, custom_values = $7, updated_at = $8
       WHERE id = $9)";
inline constexpr std::string_view insert_activity_sql =
    R"(INSERT INTO bench_activities (id, contact_id, kind, at, origin, snapshot) VALUES ($1, $2, $3, $4, $5, $6))";
inline constexpr std::string_view insert_queue_sql =
    R"(INSERT INTO bench_engine_queue (bucket, activity_id, contact_id, due_at) VALUES ($1, $2, $3, $4))";

inline constexpr std::int64_t queue_buckets = 16;
inline constexpr std::string_view kind_created = "contact-created";
inline constexpr std::string_view kind_updated = "contact-updated";
inline constexpr std::string_view origin = "api";

// One set of values, as the columns hold them and as a client sends them.
struct ContactValues {
    std::string name;
    std::string surname;
    std::int64_t birthdate = 0;  // Milliseconds since 1970.
    std::string mobile_phone;
    std::string email_status;
    std::string newsletter_status;
    std::string custom_values;  // JSON by field number.
    std::string snapshot;       // What an activity keeps of them.
    std::string body;           // The JSON of the request.
};

// Always the same ones.
std::vector<ContactValues> make_values();

// Numbers are spread over the alphabet, as the addresses of real people come in no order.
std::string email_of(std::uint32_t number);

// Which contact each request names: by turns one that exists and a new one.
class ContactSequence {
  public:
    // Numbers below `existing` are there already.
    explicit ContactSequence(std::uint32_t existing) : made_(existing) {}

    std::uint32_t next();

  private:
    std::uint32_t made_;
    std::uint64_t requests_ = 0;
    std::uint64_t random_ = 1;
};

}  // namespace tradewind::bench
