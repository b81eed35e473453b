#include "storage/postgres/error.h"

#include <gtest/gtest.h>

namespace tradewind::storage {
namespace {

using base::ErrorKind;

struct Meaning {
    std::string_view state;
    PostgresFailure failure;
    ErrorKind kind;
};

constexpr Meaning meanings[] = {
    {"40001", PostgresFailure::Conflict, ErrorKind::Unavailable},
    {"40P01", PostgresFailure::Conflict, ErrorKind::Unavailable},
    {"23505", PostgresFailure::Unique, ErrorKind::Unavailable},
    {"23503", PostgresFailure::Constraint, ErrorKind::Internal},
    {"0A000", PostgresFailure::Stale, ErrorKind::Unavailable},
    {"25006", PostgresFailure::ReadOnly, ErrorKind::Unavailable},
    {"25P03", PostgresFailure::ConnectionLost, ErrorKind::Unavailable},
    {"57P01", PostgresFailure::ConnectionLost, ErrorKind::Unavailable},
    {"57P03", PostgresFailure::ConnectionLost, ErrorKind::Unavailable},
    {"57014", PostgresFailure::Interrupted, ErrorKind::Unavailable},
    {"55P03", PostgresFailure::Locked, ErrorKind::Unavailable},
    {"53100", PostgresFailure::Full, ErrorKind::StorageFull},
    {"53200", PostgresFailure::Server, ErrorKind::Unavailable},
    {"58030", PostgresFailure::Server, ErrorKind::Unavailable},
    {"XX001", PostgresFailure::Server, ErrorKind::Unavailable},
    {"08006", PostgresFailure::PeerLost, ErrorKind::Unavailable},
    {"08P01", PostgresFailure::Statement, ErrorKind::Internal},
    {"42601", PostgresFailure::Statement, ErrorKind::Internal},
    {"22P02", PostgresFailure::Statement, ErrorKind::Internal},
};

TEST(PostgresError, KnowsHowFarEachFailureReaches) {
    for (const auto& [state, failure, kind] : meanings) {
        EXPECT_EQ(failure_of_state(state), failure) << state;
        const auto refusal = PostgresError(failure, "where", "what").refusal();
        EXPECT_EQ(refusal.kind, kind) << state;
        EXPECT_EQ(refusal.detail.find("what"), std::string::npos) << "the cause is not for the person";
        if (kind != ErrorKind::Internal) {
            EXPECT_EQ(refusal.outcome, base::Outcome::None) << state;
            EXPECT_EQ(refusal.cause, "where: what") << state;
        }
    }
}

}  // namespace
}  // namespace tradewind::storage
