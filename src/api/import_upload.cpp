#include "api/import_upload.h"

#include <cassert>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "api/database_answer.h"
#include "api/import_answer.h"
#include "api/import_form.h"
#include "base/digest.h"
#include "base/text.h"
#include "domain/files/import_reader.h"
#include "operations/import_operations.h"
#include "storage/files/file_reader.h"

namespace tradewind::api {
namespace {

// A file on its way from the wire into the queue.
struct UploadedImport {
    Services services;
    Answer answer;
    std::optional<domain::Actor> actor;
    storage::UnfinishedFile file;
    operations::NewImport import;
    std::optional<IdempotencyKey> key;
    std::string form = {};                // What was said beside the file, for the digest.
    std::vector<base::Problem> problems;  // What is wrong with the rest of the request.
    bool can_be_looked_through = true;    // Whether enough is known of it.
};

// What the head of a request tells about the file in its body; Invalid when the query asks for what there is not.
base::Result<domain::ImportOptions> read_purchase_options(const Call& call) {
    const auto content_type = call.request.head.header("content-type").value_or("");
    const auto type = base::trim(content_type.substr(0, content_type.find(';')));
    domain::ImportOptions options;
    if (!base::equals_ignoring_case(type, purchase_file_types[0])) { options.format = domain::FileFormat::Ndjson; }
    options.delimiter = TRY(domain::read_delimiter(call.query.find("delimiter").value_or(",")));
    return options;
}

// The file is there until it is kept.
template <class OnPiece>
void for_each_piece(const std::filesystem::path& path, OnPiece on_piece) {
    auto file = storage::FileReader::open(path).value();
    for (auto piece = file.next(); !piece.empty(); piece = file.next()) { on_piece(piece); }
}

// Counts the records and checks the header with the reader that the job uses.
base::Result<void> look_through(const std::filesystem::path& path, operations::NewImport& import) {
    const auto reader =
        domain::make_import_reader(import.type, import.options, [&](const domain::ImportRecord&) { ++import.total; });
    for_each_piece(path, [&](std::string_view piece) { reader->push(piece); });
    reader->finish();
    TRY(reader->judge());
    if (import.total == 0) { return base::invalid("/file", "holds nothing to import"); }
    import.header = reader->header();
    return {};
}

// The file is kept before a row names it, and goes again when none does. Where that cannot be told, it stays.
void queue(std::unique_ptr<UploadedImport> upload, base::Result<operations::NewImport> prepared) {
    const auto services = upload->services;
    auto& executor = upload->answer.executor();
    auto name = upload->import.file;
    if (prepared) { services.files.keep(std::move(upload->file), name); }
    write_once(
        services, executor, upload->key, std::move(prepared),
        [services, actor = upload->actor](storage::Transaction& transaction,
                                          const operations::NewImport& wanted) -> base::Result<JsonAnswer> {
            const auto import = TRY(operations::create_import(transaction, services.sources, actor, wanted));
            return JsonAnswer{.status = 201, .body = render_import(services, import)};
        },
        nullptr,
        [services, name = std::move(name), answer = std::move(upload->answer)](base::Result<JsonAnswer> done) mutable {
            const bool may_be_named = done ? !done.value().replayed : done.error().outcome == base::Outcome::Unknown;
            if (!may_be_named) {
                services.worker.post([&files = services.files, unnamed = std::move(name)] { files.remove(unnamed); });
            }
            give(answer, std::move(done));
        });
}

// Everything that is wrong with the request, all at once.
base::Result<void> judge(UploadedImport& upload) {
    auto problems = upload.problems;
    const auto add = [&](const std::vector<base::Problem>& more) {
        problems.insert(problems.end(), more.begin(), more.end());
    };
    if (upload.can_be_looked_through) {
        const auto looked = look_through(upload.file.path(), upload.import);
        if (!looked) { add(looked.error().problems); }
    }
    const auto named = TRY(storage::read_and_wait(
        upload.services.database,
        [&](storage::Transaction& transaction) {
            return base::Result(operations::check_import_options(transaction, upload.import.options));
        },
        storage::ReadCost::Point));
    add(named);
    return problems.empty() ? base::Result<void>() : base::invalid(std::move(problems));
}

void take(std::unique_ptr<UploadedImport> upload) {
    const auto judged = judge(*upload);
    const bool may_be_repeated = judged || judged.error().kind == base::ErrorKind::Invalid;
    if (!judged && (!upload->key || !may_be_repeated)) { return upload->answer.refuse(judged.error()); }
    if (upload->key) {
        base::Digest digest;
        digest.add(upload->form);
        for_each_piece(upload->file.path(), [&](std::string_view piece) { digest.add(piece); });
        upload->key = with_file(*upload->key, digest.finish(), upload->services.secret_key);
    }
    using Prepared = base::Result<operations::NewImport>;
    auto prepared = judged ? Prepared(upload->import) : Prepared(judged.error());
    queue(std::move(upload), std::move(prepared));
}

// What a request brings, before anything of it is looked at.
UploadedImport upload_of(const Services& services, Call& call, std::optional<IdempotencyKey> key) {
    assert(call.file && "the route takes a file");
    const auto name = call.file->path().stem().string() + ".import";
    return {.services = services,
            .answer = std::move(call.answer),
            .actor = {},
            .file = std::move(*call.file),
            .import = {.type = domain::ImportType::Purchases, .options = {}, .file = name, .total = 0, .header = {}},
            .key = key,
            .problems = {}};
}

void hand_on(UploadedImport upload) {
    auto& worker = upload.services.worker;
    worker.post([upload = std::make_unique<UploadedImport>(std::move(upload))]() mutable { take(std::move(upload)); });
}

}  // namespace

void answer_purchase_upload(const Services& services, Call& call) {
    const auto options = read_purchase_options(call);
    auto key = read_idempotency_key(call.request, services.secret_key);
    if (!key) { return call.answer.refuse(key.error()); }
    auto upload = upload_of(services, call, std::move(key).take());
    upload.actor = call.caller.actor();
    upload.can_be_looked_through = options.ok();
    if (options) {
        upload.import.options = options.value();
    } else {
        upload.problems = options.error().problems;
    }
    hand_on(std::move(upload));
}

void answer_import_upload(const Services& services, Call& call, ImportOrigin origin) {
    assert(call.form && "the route takes a form");
    if (call.form->refusal) { return call.answer.refuse(*call.form->refusal); }
    auto key = read_idempotency_key(call.request, services.secret_key);
    if (!key) { return call.answer.refuse(key.error()); }
    auto upload = upload_of(services, call, std::move(key).take());
    auto wish = read_import_form(*call.form, origin);
    if (origin == ImportOrigin::App) {
        upload.actor = call.caller.actor();
        upload.import.origin = "app";
    }
    for (const auto& field : call.form->fields) {
        upload.form += std::to_string(field.name.size()) + " " + field.name + std::to_string(field.value.size()) + " " +
                       field.value;
    }
    upload.can_be_looked_through = wish.is_file_readable;
    upload.import.type = wish.type;
    upload.import.options = wish.options;
    upload.problems = std::move(wish.problems);
    hand_on(std::move(upload));
}

}  // namespace tradewind::api
