#include "storage/database/refusals.h"

#include <utility>

namespace tradewind::storage {

base::Error internal_refusal() {
    return {.kind = base::ErrorKind::Internal, .detail = "Something went wrong on our side; nothing was changed."};
}

base::Error memory_refusal() {
    return {.kind = base::ErrorKind::Internal,
            .detail =
                "There is too little memory for this; nothing was changed. A limit of the system or of the "
                "service's unit may be too low."};
}

base::Error files_full_refusal() {
    return {.kind = base::ErrorKind::StorageFull,
            .detail =
                "The files of imports and exports take as much room as they may; nothing was changed. Delete some "
                "that are done, or wait: each goes by itself after seven days.",
            .outcome = base::Outcome::None};
}

base::Error damage_refusal(std::string cause) {
    return {.kind = base::ErrorKind::Unavailable,
            .detail = "Something in the database cannot be read any more. Nothing is changed until that is mended.",
            .outcome = base::Outcome::None,
            .cause = std::move(cause)};
}

base::Error disk_full_refusal(std::string cause) {
    return {.kind = base::ErrorKind::StorageFull,
            .detail = "The disk is full; nothing was changed.",
            .outcome = base::Outcome::None,
            .cause = std::move(cause)};
}

}  // namespace tradewind::storage
