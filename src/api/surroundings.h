#pragma once

#include "api/public_address.h"
#include "base/outside.h"
#include "base/secret.h"
#include "storage/database.h"

namespace tradewind::api {

// What resources use. Everything here outlives the routes.
struct Surroundings {
    storage::Database& database;
    base::Outside& outside;
    const base::SecretKey& secret_key;
    const PublicAddress& public_address;
};

}  // namespace tradewind::api
