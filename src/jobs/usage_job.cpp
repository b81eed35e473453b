#include "jobs/usage_job.h"

#include "storage/stores/settings/idempotency_store.h"

namespace tradewind::jobs {

void UsageJob::run() {
    const auto answers = storage::read_and_wait(database_, [](storage::Transaction& transaction) {
        return base::Result(storage::count_idempotent_answers(transaction));
    });
    if (answers) { figures_.idempotent_answers.set(answers.value()); }
    const auto held = files_.held();
    figures_.files.set(held.files);
    figures_.file_bytes.set(held.bytes);
    figures_.file_bytes_max.set(files_.bytes_max());
}

}  // namespace tradewind::jobs
