#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/id.h"
#include "base/json.h"
#include "base/result.h"
#include "domain/events/webhook_address.h"
#include "domain/fields/field_table.h"

namespace tradewind::domain {

// A run that somebody starts by hand.
struct RunRequest {
    base::Id contact = {};
    bool force = false;                      // Also when the contact was in the workflow before.
    std::optional<std::string> values = {};  // Read as `event.…`: a JSON object of at most run_values_bytes_max.
};

inline constexpr FieldTable<RunRequest, 2> run_request_fields{{
    {.name = "contactId", .member = &RunRequest::contact, .presence = Presence::Required},
    {.name = "force", .member = &RunRequest::force},
}};

// Runs that somebody starts by hand, for several contacts.
struct RunsRequest {
    std::vector<base::Id> contacts = {};
    bool force = false;
};
inline constexpr std::size_t started_runs_max = 100;

// What is to be done to all runs at a node, by somebody who saw so many of them.
struct ManyRunsRequest {
    // Always there once it was read; see TestClockRequest.
    std::optional<std::int64_t> expected = {};
};

inline constexpr FieldTable<ManyRunsRequest, 1> many_runs_request_fields{{
    {.name = "expected",
     .member = &ManyRunsRequest::expected,
     .presence = Presence::Required,
     .bounds = {.value_min = 0}},
}};

// Invalid with all that is wrong at once.
base::Result<RunRequest> read_run_request(const base::JsonValue& object);
base::Result<RunsRequest> read_runs_request(const base::JsonValue& body);

// A draft that somebody tries out on a contact.
struct TrialRequest {
    base::Id contact = {};
    std::string test_address = {};           // Whom it calls in place of everybody.
    std::optional<std::string> values = {};  // As of a run.
};

inline constexpr FieldTable<TrialRequest, 2> trial_request_fields{{
    {.name = "contactId", .member = &TrialRequest::contact, .presence = Presence::Required},
    {.name = "testAddress",
     .member = &TrialRequest::test_address,
     .presence = Presence::Required,
     .bounds = {.characters_min = 1, .characters_max = 2'000}},
}};

base::Result<TrialRequest> read_trial_request(const base::JsonValue& object, const WebhookReach& reach);

}  // namespace tradewind::domain
