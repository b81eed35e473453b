#include "storage/postgres/connection.h"

#include <libpq-fe.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <utility>

#include "storage/database/composed_query.h"
#include "storage/postgres/insert_rows.h"
#include "storage/postgres/pair_functions.h"

namespace tradewind::storage {
namespace {

// Work that stands still inside a transaction keeps others waiting for its locks; the server then ends its connection.
constexpr int idle_in_transaction_milliseconds_max = 10'000;

// What an address may set otherwise. A server whose machine vanished is noticed within some ten seconds, also by a
// connection that nobody uses; of several hosts the one that takes writes is used; Kerberos is not tried.
constexpr std::array<std::pair<const char*, const char*>, 9> address_defaults{{
    {"connect_timeout", "2"},
    {"keepalives", "1"},
    {"keepalives_idle", "5"},
    {"keepalives_interval", "2"},
    {"keepalives_count", "3"},
    {"tcp_user_timeout", "10000"},
    {"target_session_attrs", "read-write"},
    {"gssencmode", "disable"},
    {"fallback_application_name", "tradewind"},
}};

std::string last_message(const pg_conn* handle) {
    std::string message = PQerrorMessage(handle);
    while (!message.empty() && message.back() == '\n') { message.pop_back(); }
    return message.empty() ? "the connection is lost" : message;
}

bool is_failure(const pg_result* result) {
    switch (PQresultStatus(result)) {
        case PGRES_COMMAND_OK:
        case PGRES_TUPLES_OK:
        case PGRES_EMPTY_QUERY:
            return false;
        default:
            return true;
    }
}

void note_warning(void* warned, const pg_result* notice) {
    const char* severity = PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
    if (severity != nullptr && std::string_view(severity) == "WARNING") { *static_cast<bool*>(warned) = true; }
}

}  // namespace

base::Result<void> check_postgres_address(const base::Secret& address) {
    const auto& text = address.reveal();
    char* message = nullptr;
    auto* const parsed = PQconninfoParse(text.c_str(), &message);
    PQfreemem(message);
    PQconninfoFree(parsed);
    const bool has_scheme = text.starts_with("postgres://") || text.starts_with("postgresql://");
    if (parsed == nullptr || !has_scheme) {
        return base::bad_request(
            "must be an address such as postgres://user:password@host:port/name; in a password, characters that mean "
            "something in an address are written with a percent sign");
    }
    return {};
}

PostgresConnection::PostgresConnection(const base::Secret& address, const PostgresTimeouts& patience)
    : silence_max_(patience.silence_max) {
    connect(address);
    configure(patience);
}

PostgresConnection::~PostgresConnection() = default;

void PostgresConnection::CloseHandle::operator()(pg_conn* handle) const noexcept {
    PQfinish(handle);
}

void PostgresConnection::connect(const base::Secret& address) {
    std::vector<const char*> names;
    std::vector<const char*> values;
    const auto add = [&](const char* name, const char* value) {
        names.push_back(name);
        values.push_back(value);
    };
    for (const auto& [name, value] : address_defaults) { add(name, value); }
    add("dbname", address.reveal().c_str());
    add("client_encoding", "UTF8");
    add(nullptr, nullptr);
    handle_.reset(PQconnectdbParams(names.data(), values.data(), 1));
    if (!handle_ || PQstatus(handle_.get()) != CONNECTION_OK) {
        throw PostgresError(PostgresFailure::Unreachable, "connection.connect", last_message(handle_.get()));
    }
    PQsetNoticeReceiver(handle_.get(), note_warning, &warned_);
}

// jit: compiling a short statement takes longer than running it. bytea_output: what the cursor reads.
void PostgresConnection::configure(const PostgresTimeouts& patience) {
    if (PQsetnonblocking(handle_.get(), 1) != 0 || PQenterPipelineMode(handle_.get()) != 1) {
        throw PostgresError(PostgresFailure::Unreachable, "connection.configure", last_message(handle_.get()));
    }
    run_script("SET statement_timeout = " + std::to_string(patience.statement_time_max.count()) +
               "; SET lock_timeout = " + std::to_string(patience.lock_time_max.count()) +
               "; SET idle_in_transaction_session_timeout = " + std::to_string(idle_in_transaction_milliseconds_max) +
               "; SET client_min_messages = warning; SET jit = off; SET bytea_output = hex");
    warned_ = false;
}

std::vector<PostgresResult> PostgresConnection::run(const PostgresCalls& calls) {
    finish_running();
    send(calls);
    end_sending();
    return receive();
}

PostgresResult PostgresConnection::run(const Query& query, std::initializer_list<Parameter> parameters) {
    PostgresCalls calls;
    calls.emplace_back(query, parameters);
    return std::move(run(calls).back());
}

std::vector<PostgresResult> PostgresConnection::run_patiently(const PostgresCalls& calls,
                                                              std::chrono::milliseconds silence_max) {
    struct Restore {
        std::chrono::milliseconds& place;
        const std::chrono::milliseconds usual;
        ~Restore() { place = usual; }
    };
    const Restore restore{.place = silence_max_, .usual = std::exchange(silence_max_, silence_max)};
    return run(calls);
}

void PostgresConnection::leave_running(const PostgresCalls& calls) {
    finish_running();
    send(calls);
    end_sending();
    require(PQflush(handle_.get()) >= 0, calls.back().query.name);
}

void PostgresConnection::leave_running(const Query& query) {
    PostgresCalls calls;
    calls.emplace_back(query);
    leave_running(calls);
}

void PostgresConnection::prepare(const Query& query) {
    finish_running();
    send_preparation(statement(query));
    if (statement(query).inserts_a_row()) { send_preparation(statement_for_rows(query, 2)); }
    end_sending();
    receive();
}

void PostgresConnection::run_script(const std::string& sql) {
    if (const auto failed = try_script(sql)) { throw *failed; }
}

std::optional<PostgresError> PostgresConnection::try_script(const std::string& sql) {
    constexpr std::string_view where = "connection.run_script";
    finish_running();
    // Several statements in one text are not for the pipeline.
    require(PQexitPipelineMode(handle_.get()) == 1, where);
    require(PQsendQuery(handle_.get(), sql.c_str()) == 1, where);
    std::optional<PostgresError> failed;
    while (const auto result = next_result(where)) {
        if (is_failure(result.get()) && !failed) { failed = PostgresError::of(result.get(), handle_.get(), where); }
    }
    require(PQenterPipelineMode(handle_.get()) == 1, where);
    return failed;
}

std::vector<PostgresConnection::TextRow> PostgresConnection::rows_of(const std::string& sql, const TextRow& values) {
    std::vector<const char*> texts;
    texts.reserve(values.size());
    for (const auto& value : values) { texts.push_back(value ? value->c_str() : nullptr); }
    const auto result = run_single({.where = "connection.rows_of",
                                    .text = sql,
                                    .values_count = static_cast<int>(texts.size()),
                                    .values = texts.data(),
                                    .lengths = nullptr,
                                    .formats = nullptr});
    std::vector<TextRow> rows;
    for (int row = 0; row < PQntuples(result.get()); ++row) {
        auto& read = rows.emplace_back();
        for (int column = 0; column < PQnfields(result.get()); ++column) {
            const bool is_null = PQgetisnull(result.get(), row, column) != 0;
            read.push_back(is_null ? std::nullopt : std::optional(text_in(*result, row, column)));
        }
    }
    return rows;
}

PostgresResult PostgresConnection::run(const ComposedQuery& query) {
    const PostgresValues values(query.name(), query.parameters());
    return run_single({.where = query.name(),
                       .text = query.postgres(),
                       .values_count = values.count(),
                       .values = values.values(),
                       .lengths = values.lengths(),
                       .formats = values.formats()});
}

PostgresResult PostgresConnection::run_single(const SingleCall& call) {
    finish_running();
    if (round_trips_ != nullptr) { round_trips_->add(); }
    require(PQexitPipelineMode(handle_.get()) == 1, call.where);
    require(PQsendQueryParams(handle_.get(), call.text.c_str(), call.values_count, nullptr, call.values, call.lengths,
                              call.formats, 0) == 1,
            call.where);
    std::optional<PostgresError> failed;
    PostgresResult answer;
    while (auto result = next_result(call.where)) {
        if (is_failure(result.get()) && !failed) {
            failed = PostgresError::of(result.get(), handle_.get(), call.where);
        }
        answer = std::move(result);
    }
    require(PQenterPipelineMode(handle_.get()) == 1, call.where);
    if (failed) { throw *failed; }
    return answer;
}

PostgresStatement& PostgresConnection::statement(const Query& query) {
    const auto known = statements_.find(&query);
    if (known != statements_.end()) {
        assert(known->second->is_of(query, kind_) &&
               "a Query is a constant: nothing else may come to be at its address");
        return *known->second;
    }
    auto name = "q" + std::to_string(statements_.size());
    return *statements_.emplace(&query, std::make_unique<PostgresStatement>(query, std::move(name), kind_))
                .first->second;
}

void PostgresConnection::set_kind(PostgresKind kind) {
    assert(statements_.empty() && "a statement keeps its words");
    kind_ = kind;
    // A read then costs a worker one command instead of three. It shares no moment with reads of other workers anyway.
    if (kind_ == PostgresKind::Cluster) { run_script("SET citus.select_opens_transaction_block = off"); }
}

bool PostgresConnection::is_beside_contacts(const std::string& table) const {
    return cluster_ == nullptr || cluster_->tables_beside_contacts.contains(table);
}

bool PostgresConnection::in_transaction() const {
    return PQtransactionStatus(handle_.get()) != PQTRANS_IDLE;
}

std::string PostgresConnection::reported(const char* setting) const {
    const char* value = PQparameterStatus(handle_.get(), setting);
    return value == nullptr ? std::string() : std::string(value);
}

int PostgresConnection::server_version() const {
    return PQserverVersion(handle_.get());
}

bool PostgresConnection::take_warning() {
    return std::exchange(warned_, false);
}

void PostgresConnection::send(const PostgresCalls& calls) {
    if (cluster_ != nullptr) { return send_in_pairs(calls); }
    if (rows_together(calls.size()) == 1) {  // Too few of them, as nearly always.
        for (const auto& call : calls) { send(call); }
        return;
    }
    std::vector<const Query*> inserts;
    inserts.reserve(calls.size());
    for (const auto& call : calls) { inserts.push_back(statement(call.query).inserts_a_row() ? &call.query : nullptr); }
    for (const auto& group : put_together(inserts)) {
        for (std::span places(group); !places.empty();) {
            const auto rows = rows_together(places.size());
            send_rows(calls, places.first(rows));
            places = places.subspan(rows);
        }
    }
}

void PostgresConnection::send(const PostgresCall& call) {
    const auto& values = call.values;
    send(
        statement(call.query),
        {.count = values.count(), .values = values.values(), .lengths = values.lengths(), .formats = values.formats()});
}

class PostgresConnection::JoinedValues {
  public:
    void add(const PostgresValues& more) {
        const auto count = static_cast<std::size_t>(more.count());
        values_.insert(values_.end(), more.values(), more.values() + count);
        lengths_.insert(lengths_.end(), more.lengths(), more.lengths() + count);
        formats_.insert(formats_.end(), more.formats(), more.formats() + count);
    }

    [[nodiscard]] SentValues sent() const {
        return {.count = static_cast<int>(values_.size()),
                .values = values_.data(),
                .lengths = lengths_.data(),
                .formats = formats_.data()};
    }

  private:
    std::vector<const char*> values_;
    std::vector<int> lengths_;
    std::vector<int> formats_;
};

void PostgresConnection::send_rows(const PostgresCalls& calls, std::span<const std::size_t> places) {
    const auto& first = calls[places.front()];
    if (places.size() == 1) { return send(first); }
    JoinedValues joined;
    for (const auto place : places) { joined.add(calls[place].values); }
    send(statement_for_rows(first.query, places.size()), joined.sent());
}

void PostgresConnection::send_in_pairs(const PostgresCalls& calls) {
    for (std::size_t place = 0; place < calls.size(); ++place) {
        // Somebody may wait for the answer of the last one.
        auto* const pair = place + 2 < calls.size() ? statement_for_pair(calls[place], calls[place + 1]) : nullptr;
        if (pair == nullptr) {
            send(calls[place]);
        } else {
            JoinedValues joined;
            joined.add(calls[place].values);
            joined.add(calls[++place].values);
            send(*pair, joined.sent());
        }
    }
}

void PostgresConnection::send(PostgresStatement& called, const SentValues& values) {
    const auto is_being_prepared = [&] {
        return std::any_of(sent_.begin(), sent_.end(),
                           [&](const Sent& sent) { return sent.prepares && sent.statement == &called; });
    };
    if (!called.is_prepared() && !is_being_prepared()) { send_preparation(called); }
    require(PQsendQueryPrepared(handle_.get(), called.name().c_str(), values.count, values.values, values.lengths,
                                values.formats, 0) == 1,
            called.query_name());
    sent_.push_back({.statement = &called, .prepares = false});
}

void PostgresConnection::send_preparation(PostgresStatement& statement) {
    require(PQsendPrepare(handle_.get(), statement.name().c_str(), statement.sql().c_str(), 0, nullptr) == 1,
            statement.query_name());
    sent_.push_back({.statement = &statement, .prepares = true});
}

PostgresStatement* PostgresConnection::statement_for_pair(const PostgresCall& first, const PostgresCall& second) {
    const auto [known, is_new] = statements_for_pairs_.try_emplace({&first.query, &second.query});
    if (is_new) {
        const auto& statement_of_first = statement(first.query);
        const auto& statement_of_second = statement(second.query);
        const auto name = pair_function_name(statement_of_first.sql(), statement_of_second.sql());
        if (cluster_->pair_functions.contains(name)) {
            known->second = std::make_unique<PostgresStatement>(statement_of_first, statement_of_second, name,
                                                                first.values.count() + second.values.count());
        }
    }
    const auto is_about_the_same = [&] {
        assert(first.values.values()[0] != nullptr && second.values.values()[0] != nullptr);
        return std::string_view(first.values.values()[0]) == std::string_view(second.values.values()[0]);
    };
    return known->second && is_about_the_same() ? known->second.get() : nullptr;
}

PostgresStatement& PostgresConnection::statement_for_rows(const Query& query, std::size_t rows) {
    auto& known = statements_for_rows_[{&query, rows}];
    if (!known) { known = std::make_unique<PostgresStatement>(statement(query), rows); }
    return *known;
}

void PostgresConnection::end_sending() {
    require(PQpipelineSync(handle_.get()) == 1, sent_.back().statement->query_name());
}

std::vector<PostgresResult> PostgresConnection::receive() {
    std::vector<PostgresResult> results;
    std::optional<PostgresError> failed;
    if (round_trips_ != nullptr) { round_trips_->add(); }
    for (const auto& [statement, prepares] : sent_) {
        const auto& where = statement->query_name();
        auto result = next_result(where);
        while (next_result(where)) {}
        if (is_failure(result.get())) {
            if (!failed) {
                failed = PostgresError::of(result.get(), handle_.get(), where);
                failed->explain_lock(statement->when_locked());
            }
        } else if (prepares) {
            statement->note_prepared();
        } else {
            results.push_back(std::move(result));
        }
    }
    static_cast<void>(next_result("connection.receive"));  // That all of them were answered.
    sent_.clear();
    if (failed) { throw *failed; }
    return results;
}

void PostgresConnection::finish_running() {
    if (!sent_.empty()) { receive(); }
}

// The next result; null at the end of those of one message.
PostgresResult PostgresConnection::next_result(std::string_view where) {
    wait_for_answer(where);
    PostgresResult result(PQgetResult(handle_.get()));
    if (PQstatus(handle_.get()) == CONNECTION_BAD) { throw lost(where); }
    return result;
}

void PostgresConnection::wait_for_answer(std::string_view where) {
    while (true) {
        const int unsent = PQflush(handle_.get());
        require(unsent >= 0, where);
        if (unsent == 0 && PQisBusy(handle_.get()) == 0) { return; }
        pollfd server{.fd = PQsocket(handle_.get()),
                      .events = static_cast<short>(unsent == 0 ? POLLIN : POLLIN | POLLOUT),
                      .revents = 0};
        const int ready = ::poll(&server, 1, static_cast<int>(silence_max_.count()));
        if (ready == 0) { throw PostgresError(PostgresFailure::ConnectionLost, where, "the server is silent"); }
        if (ready < 0 && errno != EINTR) {
            throw PostgresError(PostgresFailure::ConnectionLost, where, std::strerror(errno));
        }
        if (ready > 0 && server.revents != POLLOUT) { require(PQconsumeInput(handle_.get()) == 1, where); }
    }
}

void PostgresConnection::require(bool is_sent, std::string_view where) {
    if (!is_sent) { throw lost(where); }
}

PostgresError PostgresConnection::lost(std::string_view where) const {
    return {PostgresFailure::ConnectionLost, where, last_message(handle_.get())};
}

}  // namespace tradewind::storage
