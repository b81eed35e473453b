#include "api/import_upload.h"

#include <cassert>
#include <memory>
#include <string>
#include <utility>

#include "api/database_answer.h"
#include "base/digest.h"
#include "base/text.h"
#include "domain/purchase_file.h"
#include "operations/import_operations.h"
#include "storage/file_reader.h"

namespace tradewind::api {
namespace {

// A file on its way from the wire into the queue.
struct UploadedImport {
    Surroundings surroundings;
    Answer answer;
    domain::Actor actor;
    storage::UnfinishedFile file;
    operations::NewImport import;
    std::optional<IdempotencyKey> key;
    std::optional<base::Error> refusal;  // What is wrong with the rest of the request.
};

// What the head of a request tells about the file in its body; Invalid when the query asks for what there is not.
base::Result<domain::ImportOptions> read_options(const Call& call) {
    const auto content_type = call.request.head.header("content-type").value_or("");
    const auto type = base::trim(content_type.substr(0, content_type.find(';')));
    domain::ImportOptions options;
    if (!base::equals_ignoring_case(type, import_content_types[0])) { options.format = domain::FileFormat::Ndjson; }
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
    domain::PurchaseFileReader reader(import.options, [&](const domain::ImportRecord&) { ++import.total; });
    for_each_piece(path, [&](std::string_view piece) { reader.push(piece); });
    reader.finish();
    TRY(reader.judge());
    if (import.total == 0) { return base::invalid("/file", "holds nothing to import"); }
    import.header = reader.header();
    return {};
}

// The file is kept before a row names it, and goes again when none does. Where that cannot be told, it stays.
void queue(std::unique_ptr<UploadedImport> upload, base::Result<operations::NewImport> prepared) {
    const auto surroundings = upload->surroundings;
    auto& executor = upload->answer.executor();
    const auto name = upload->import.file;
    if (prepared) { surroundings.files.keep(std::move(upload->file), name); }
    write_once(
        surroundings, executor, upload->key, std::move(prepared),
        [&outside = surroundings.outside, actor = upload->actor](
            storage::Transaction& transaction, const operations::NewImport& wanted) -> base::Result<JsonAnswer> {
            const auto import = TRY(operations::create_import(transaction, outside, actor, wanted));
            return JsonAnswer{.status = 201, .body = render_import(import)};
        },
        nullptr,
        [surroundings, name, answer = std::move(upload->answer)](base::Result<JsonAnswer> done) mutable {
            const bool may_be_named = done ? !done.value().replayed : done.error().outcome == base::Outcome::Unknown;
            if (!may_be_named) {
                surroundings.worker.post([&files = surroundings.files, name] { files.remove(name); });
            }
            give(answer, std::move(done));
        });
}

void take(std::unique_ptr<UploadedImport> upload) {
    const auto looked =
        upload->refusal ? base::Result<void>(*upload->refusal) : look_through(upload->file.path(), upload->import);
    if (!looked && !upload->key) { return upload->answer.refuse(looked.error()); }
    if (upload->key) {
        base::Digest digest;
        for_each_piece(upload->file.path(), [&](std::string_view piece) { digest.add(piece); });
        upload->key = with_file(*upload->key, digest.finish(), upload->surroundings.secret_key);
    }
    using Prepared = base::Result<operations::NewImport>;
    auto prepared = looked ? Prepared(upload->import) : Prepared(looked.error());
    queue(std::move(upload), std::move(prepared));
}

}  // namespace

void answer_upload(const Surroundings& surroundings, Call& call, domain::ImportType type) {
    const auto options = read_options(call);
    auto key = read_idempotency_key(call.request, surroundings.secret_key);
    if (!key) { return call.answer.refuse(key.error()); }
    assert(call.file && "the route takes a file");
    const auto name = call.file->path().stem().string() + ".import";
    auto upload = std::make_unique<UploadedImport>(UploadedImport{
        .surroundings = surroundings,
        .answer = std::move(call.answer),
        .actor = call.caller.actor(),
        .file = std::move(*call.file),
        .import = {.type = type,
                   .options = options ? options.value() : domain::ImportOptions(),
                   .file = name,
                   .total = 0,
                   .header = {}},
        .key = std::move(key).take(),
        .refusal = options ? std::nullopt : std::optional(options.error()),
    });
    surroundings.worker.post([upload = std::move(upload)]() mutable { take(std::move(upload)); });
}

std::string render_import(const domain::Import& import) {
    std::string json;
    base::JsonWriter writer(json);
    domain::write_import(writer, import);
    return json;
}

}  // namespace tradewind::api
