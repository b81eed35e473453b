#pragma once

#include <string>

#include "app/config.h"
#include "app/installation.h"
#include "base/result.h"

namespace tradewind::app {

// What somebody wants to have back.
struct RestoreCommand {
    std::string backup;
    std::string secret_key;         // The file with the key of the installation.
    std::string erasures;           // Its log of erasures, or the directory that has it.
    bool without_erasures = false;  // There is none any more.
    bool is_trial = false;          // Whether it could be restored is all that is asked.
};

// Makes a data directory out of a backup. Refused: a backup that is not as it was made or too new, another key, a
// directory that holds something. Everything is durable when this returns; whoever is killed before leaves a directory
// that no server opens. A trial looks for everything in a backup that a restore refuses, and writes nothing but, into
// the directory that there is, when it was made and how it ended.
base::Result<void> restore(const Config& config, const RestoreCommand& command);

}  // namespace tradewind::app
