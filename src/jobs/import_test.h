#pragma once

#include <gtest/gtest.h>

#include "jobs/import_job.h"
#include "operations/contact_operations.h"
#include "operations/import_operations.h"
#include "operations/operation_test.h"
#include "operations/product_operations.h"
#include "operations/store_operations.h"
#include "storage/files/file_writer.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/contacts/erasure_store.h"
#include "storage/stores/jobs/import_store.h"
#include "storage/stores/shop/purchase_store.h"
#include "storage/testing/test_directory.h"

namespace tradewind::jobs {

// A store with a contact and two products, and files that wait to be taken in.
class ImportTest : public operations::OperationTest {
  protected:
    static constexpr std::string_view header =
        "purchaseId,contactEmail,totalPrice,totalQuantity,productId,quantity,price\n";

    ImportTest() {
        in_transaction([this](auto& transaction) { return operations::create_store(transaction, sources); });
        definitions = std::make_unique<storage::DefinitionsCache>(storage::DefinitionsCache::load(*database).take());
        make_contact(domain::ContactKey(base::EmailAddress::parse("ada@example.org").take()));
        make_product("A");
        make_product("B");
    }
    void make_product(const std::string& product_id) {
        operations::ProductChange change{.product_id = product_id, .patch = {}};
        change.patch.values.name = product_id;
        change.patch.values.product_detail_url = "https://shop.example/" + product_id;
        for (const auto index : {domain::index_of(domain::product_fields, "name"),
                                 domain::index_of(domain::product_fields, "productDetailUrl"),
                                 domain::index_of(domain::product_fields, "unitPrice")}) {
            change.patch.present.set(index);
        }
        in_transaction([&](auto& transaction) {
            return operations::change_product(transaction, sources, *definitions->current(), change).take();
        });
    }

    // As whoever takes the upload counts them.
    std::int64_t records_in(const std::string& name, domain::ImportType type, const domain::ImportOptions& options) {
        domain::Import import;
        import.type = type;
        import.options = options;
        const auto file = ImportFile::open(files.path_of(name), import);
        std::int64_t count = 0;
        while (file && !file->has_ended()) {
            file->fill(100);
            count += static_cast<std::int64_t>(file->records().size());
            file->records().clear();
        }
        return count;
    }

    std::string keep_file(std::string_view text) {
        const auto name = ids.next().text() + ".import";
        storage::UnfinishedFile file(files.unfinished(name));
        storage::FileWriter(file.path()).write(text);
        files.keep(std::move(file), name);
        return name;
    }
    domain::Import queue(std::string_view text, domain::FileFormat format = domain::FileFormat::Csv) {
        const auto name = keep_file(text);
        return in_transaction([&](auto& transaction) {
            return operations::create_import(
                       transaction, sources, actor,
                       {.type = domain::ImportType::Purchases,
                        .options = {.format = format},
                        .origin = "api",
                        .file = name,
                        .total = records_in(name, domain::ImportType::Purchases, {.format = format}),
                        .header = {"a", "b"}})
                .take();
        });
    }
    domain::Import queue_contacts(std::string_view text, const domain::ImportOptions& options) {
        const auto name = keep_file(text);
        return in_transaction([&](auto& transaction) {
            return operations::create_import(transaction, sources, std::nullopt,
                                             {.type = domain::ImportType::Contacts,
                                              .options = options,
                                              .origin = "api",
                                              .file = name,
                                              .total = records_in(name, domain::ImportType::Contacts, options),
                                              .header = {}})
                .take();
        });
    }
    std::optional<domain::Contact> contact(std::string_view email) {
        return in_transaction([&](auto& transaction) {
            return storage::find_contact(transaction, domain::ContactKey(base::EmailAddress::parse(email).take()));
        });
    }
    std::int64_t queued_activities() {
        constexpr storage::Query count{.name = "test.count_queue", .sql = "SELECT count(*) FROM changes"};
        return in_transaction([&](auto& transaction) {
            auto found = transaction.query(count);
            return found.next() ? found.integer(0) : -1;
        });
    }
    static std::string rows(int from, int to, const std::string& email = "ada@example.org") {
        std::string text;
        for (int number = from; number < to; ++number) {
            text += "P-" + std::to_string(number) + "," + email + ",10,1,A,1,10\n";
        }
        return text;
    }
    ImportJob::Dependencies dependencies(std::string holder = "me") {
        return dependencies(*database, std::move(holder));
    }
    ImportJob::Dependencies dependencies(storage::Database& asked, std::string holder) {
        return {.database = asked,
                .sources = sources,
                .definitions = *definitions,
                .files = files,
                .secret_key = secret_key,
                .log = log,
                .figures = figures,
                .holder = std::move(holder)};
    }
    void run() { ImportJob(dependencies()).run(); }
    domain::Import find(base::Id id) {
        return in_transaction([&](auto& transaction) { return storage::find_import(transaction, id).value(); });
    }
    std::vector<domain::ImportError> errors(base::Id id) {
        return in_transaction([&](auto& transaction) { return storage::find_import_errors(transaction, id, 0, 1000); });
    }
    bool has_purchase(const std::string& id) {
        return in_transaction([&](auto& transaction) { return storage::has_purchase(transaction, id); });
    }
    domain::Contact ada() { return contact("ada@example.org").value(); }

    base::Id make_contact(const domain::ContactKey& key) {
        return in_transaction([&](auto& transaction) {
            return operations::change_contact(transaction, sources, *definitions->current(), key, {}).take().id;
        });
    }
    bool has_erasures() {
        return in_transaction(
            [this](auto& transaction) { return storage::first_erasure_to_do(transaction, clock.now()).has_value(); });
    }
    void erase(const domain::ContactKey& key) {
        in_transaction([&](auto& transaction) {
            operations::erase_contact(transaction, sources, secret_key, key);
            return true;
        });
    }

    const domain::Actor actor{"test"};
    const base::SecretKey secret_key{std::array<std::byte, base::SecretKey::size>{}};
    std::unique_ptr<storage::DefinitionsCache> definitions;
    storage::TemporaryDirectory folder;
    storage::FilesDirectory files{folder.path()};
    base::Log log{base::LogFormat::JsonLines, base::LogLevel::Error};
    JobFigures figures;
};

}  // namespace tradewind::jobs
