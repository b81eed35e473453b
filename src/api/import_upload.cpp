#include "api/import_upload.h"

#include <cassert>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "api/database_answer.h"
#include "api/form_reader.h"
#include "api/import_answer.h"
#include "base/digest.h"
#include "base/text.h"
#include "domain/fields/unknown_id.h"
#include "domain/files/import.h"
#include "domain/files/import_reader.h"
#include "operations/import_operations.h"
#include "storage/files/file_reader.h"

namespace tradewind::api {
namespace {

// What a form that asks for an import says.
struct ImportWish {
    domain::ImportType type = domain::ImportType::Contacts;
    domain::ImportOptions options;
    std::vector<base::Problem> problems;
    bool is_file_readable = false;  // There is one, and it is known how to read it.
};

using domain::ImportType;

class FormFields {
  public:
    explicit FormFields(const Form& form) : form_(form), problems_(form.problems) {}

    void refuse(std::string_view name, std::string_view reason) {
        problems_.push_back({.path = "/" + std::string(name), .reason = std::string(reason)});
    }
    // Null when it is missing, which is told.
    const std::string* required(std::string_view name) {
        const auto* const value = form_.find(name);
        if (value == nullptr) { refuse(name, "is required"); }
        return value;
    }
    std::optional<bool> flag(std::string_view name) {
        const auto* const value = required(name);
        if (value == nullptr) { return std::nullopt; }
        if (*value == "true" || *value == "false") { return *value == "true"; }
        refuse(name, "must be true or false");
        return std::nullopt;
    }
    // Of a part that is there.
    std::optional<base::Id> id(std::string_view name) {
        const auto id = base::Id::parse(*form_.find(name));
        if (id && id.value()) { return *id.value(); }
        refuse(name, id ? domain::unknown_id_reason : "must be an id");
        return std::nullopt;
    }
    [[nodiscard]] bool has(std::string_view name) const { return form_.find(name) != nullptr; }
    std::vector<base::Problem> take_problems() { return std::move(problems_); }

  private:
    const Form& form_;
    std::vector<base::Problem> problems_;
};

std::optional<ImportType> read_type(FormFields& fields) {
    const auto* const word = fields.required("type");
    if (word == nullptr) { return std::nullopt; }
    const auto type = domain::import_type(*word);
    if (type && domain::family_of(*type) == domain::ImportFamily::Files) { return type; }
    fields.refuse("type", "must be contacts, products or coupons");
    return std::nullopt;
}

std::optional<char> read_delimiter(FormFields& fields) {
    const auto* const text = fields.required("delimiter");
    if (text == nullptr) { return std::nullopt; }
    const auto delimiter = domain::read_delimiter(*text);
    if (delimiter) { return delimiter.value(); }
    fields.refuse("delimiter", delimiter.error().problems.front().reason);
    return std::nullopt;
}

// Only the management interface may name a segment. Unknown parts are ignored.
ImportWish read_import_form(const Form& form, ImportOrigin origin) {
    FormFields fields(form);
    ImportWish wish;
    const auto type = read_type(fields);
    const auto delimiter = read_delimiter(fields);
    const auto overrides = fields.flag("overrideExisting");
    const auto only_empty = fields.flag("updateOnlyEmptyFields");
    if (only_empty.value_or(false) && !overrides.value_or(true)) {
        fields.refuse("updateOnlyEmptyFields", "can be true only when overrideExisting is");
    }
    if (type == ImportType::Coupons) {
        if (fields.has("couponSetId")) {
            wish.options.coupon_set = fields.id("couponSetId");
        } else {
            fields.refuse("couponSetId", "is required for coupons");
        }
    }
    if (origin == ImportOrigin::App && fields.has("segmentId")) {
        if (type.value_or(ImportType::Contacts) != ImportType::Contacts) {
            fields.refuse("segmentId", "can be named only for contacts");
        } else {
            wish.options.segment = fields.id("segmentId");
        }
    }
    if (!form.has_file) { fields.refuse(FormReader::file_part, "is required"); }
    wish.type = type.value_or(ImportType::Contacts);
    wish.options.delimiter = delimiter.value_or(',');
    wish.options.override_existing = overrides.value_or(false);
    wish.options.update_only_empty_fields = only_empty.value_or(false);
    wish.is_file_readable = type && delimiter && form.has_file;
    wish.problems = fields.take_problems();
    return wish;
}

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
    std::size_t first_max = 0;            // So many records are wanted themselves.
    std::vector<domain::ImportRecord> first = {};
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
base::Result<void> look_through(UploadedImport& upload) {
    auto& import = upload.import;
    const auto reader = domain::make_import_reader(import.type, import.options, [&](domain::ImportRecord record) {
        ++import.total;
        if (upload.first.size() < upload.first_max) { upload.first.push_back(std::move(record)); }
    });
    for_each_piece(upload.file.path(), [&](std::string_view piece) { reader->push(piece); });
    reader->finish();
    TRY(reader->judge());
    import.header = reader->header();
    if (import.total == 0 && import.header.empty()) { return base::invalid("/file", "holds nothing to import"); }
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
        const auto looked = look_through(upload);
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

// `goes_on` is told of it on a thread of its own.
template <class GoesOn>
void hand_on(UploadedImport upload, GoesOn goes_on) {
    auto& worker = upload.services.worker;
    worker.post([upload = std::make_unique<UploadedImport>(std::move(upload)), goes_on = std::move(goes_on)]() mutable {
        goes_on(std::move(upload));
    });
}

// The upload of a form that asks for an import, with what it says. The form was read.
UploadedImport upload_of_form(const Services& services, Call& call, std::optional<IdempotencyKey> key,
                              ImportOrigin origin) {
    auto upload = upload_of(services, call, key);
    auto wish = read_import_form(*call.form, origin);
    upload.can_be_looked_through = wish.is_file_readable;
    upload.import.type = wish.type;
    upload.import.options = wish.options;
    upload.problems = std::move(wish.problems);
    return upload;
}

}  // namespace

void answer_purchase_upload(const Services& services, Call& call) {
    const auto options = read_purchase_options(call);
    auto key = read_idempotency_key(call.request, call.caller, services.secret_key);
    if (!key) { return call.answer.refuse(key.error()); }
    auto upload = upload_of(services, call, std::move(key).take());
    upload.actor = call.caller.actor();
    upload.can_be_looked_through = options.ok();
    if (options) {
        upload.import.options = options.value();
    } else {
        upload.problems = options.error().problems;
    }
    hand_on(std::move(upload), take);
}

void answer_import_upload(const Services& services, Call& call, ImportOrigin origin) {
    assert(call.form && "the route takes a form");
    if (call.form->refusal) { return call.answer.refuse(*call.form->refusal); }
    auto key = read_idempotency_key(call.request, call.caller, services.secret_key);
    if (!key) { return call.answer.refuse(key.error()); }
    auto upload = upload_of_form(services, call, std::move(key).take(), origin);
    if (origin == ImportOrigin::App) {
        upload.actor = call.caller.actor();
        upload.import.origin = "app";
    }
    for (const auto& field : call.form->fields) {
        upload.form += std::to_string(field.name.size()) + " " + field.name + std::to_string(field.value.size()) + " " +
                       field.value;
    }
    hand_on(std::move(upload), take);
}

void read_uploaded_file(const Services& services, Call& call, std::size_t first_max,
                        std::function<void(UploadedFile file, Answer answer)> then) {
    assert(call.form && "the route takes a form");
    if (call.form->refusal) { return call.answer.refuse(*call.form->refusal); }
    auto upload = upload_of_form(services, call, std::nullopt, ImportOrigin::App);
    upload.first_max = first_max;
    hand_on(std::move(upload), [then = std::move(then)](std::unique_ptr<UploadedImport> read) {
        const auto judged = judge(*read);
        if (!judged) { return read->answer.refuse(judged.error()); }
        auto& import = read->import;
        then({.type = import.type,
              .options = import.options,
              .header = std::move(import.header),
              .total = import.total,
              .first = std::move(read->first)},
             std::move(read->answer));
    });
}

}  // namespace tradewind::api
