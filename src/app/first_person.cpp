#include "app/first_person.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "operations/person_operations.h"

namespace tradewind::app {

void greet_first_person(Installation& installation, base::Log& log) {
    const auto services = installation.services();
    if (services.database.damage() || !installation.definitions().current()->people.empty()) { return; }
    if (isatty(STDOUT_FILENO) == 0) {
        log.info("nobody can sign in yet; `tradewind people invite --owner` prints a link for the first person");
        return;
    }
    const operations::PeopleDesk desk{
        .sources = services.sources, .secret_key = services.secret_key, .actor = {"first-start"}};
    const auto token = storage::write_and_wait(services.database, [&](storage::Transaction& transaction) {
        return operations::create_setup_link(transaction, desk);
    });
    // Somebody came first, or the database has no time: the command prints one as well.
    if (!token) { return; }
    fmt::print("\nSet up your store in a browser, within an hour:\n\n  {}\n\n",
               installation.public_address.with_path("/console/setup#" + token.value().reveal()));
    std::fflush(stdout);
}

}  // namespace tradewind::app
