#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "operations/contact_operations.h"
#include "operations/operation_test.h"
#include "operations/segment_member_operations.h"
#include "operations/segment_operations.h"
#include "operations/store_operations.h"
#include "storage/stores/contacts/activity_store.h"
#include "storage/stores/engine/segment_member_store.h"
#include "storage/stores/engine/segment_store.h"
#include "storage/stores/settings/audit_store.h"

namespace tradewind::operations {

// A store, and what can be done with its segments.
class SegmentOperations : public OperationTest {
  protected:
    SegmentOperations() {
        in_transaction([this](auto& transaction) { return create_store(transaction, sources); });
        definitions = storage::DefinitionsCache::load(*database).take().current();
    }

    static domain::ContactKey email(std::string_view text) { return base::EmailAddress::parse(text).take(); }
    base::Result<domain::Segment> create(std::string_view name) {
        domain::Segment wanted;
        wanted.name = name;
        return in_transaction([&](auto& transaction) { return create_segment(transaction, sources, actor, wanted); });
    }
    base::Id make_contact(std::string_view address) {
        return in_transaction([&](auto& transaction) {
                   return change_contact(transaction, sources, *definitions, email(address), {}).take();
               })
            .id;
    }
    base::Result<std::vector<MemberOutcome>> move(MemberMove move, base::Id segment,
                                                  const std::vector<domain::ContactName>& contacts) {
        return in_transaction([&](auto& transaction) {
            return change_segment_members(transaction, sources, *definitions, actor,
                                          {.move = move, .segment = segment, .contacts = contacts});
        });
    }
    std::optional<domain::Segment> find(base::Id segment) {
        return in_transaction([&](auto& transaction) { return storage::find_segment(transaction, segment); });
    }
    std::vector<domain::Activity> journal_of(base::Id contact) {
        return in_transaction([&](auto& transaction) {
            return storage::list_activities(transaction, contact, {.page = 1, .size = 100, .cursor = {}}).items;
        });
    }
    std::vector<std::string> audit_actions() {
        std::vector<std::string> actions;
        const auto page = in_transaction([&](auto& transaction) {
            return storage::list_audit_entries(transaction, {.page = 1, .size = 100, .cursor = {}});
        });
        for (const auto& entry : page.items) { actions.push_back(entry.action); }
        return actions;
    }
    std::vector<base::Id> members_of(base::Id segment) {
        std::vector<base::Id> found;
        for (const auto& member : in_transaction(
                 [&](auto& transaction) { return storage::segment_members_after(transaction, segment, {}, 1000); })) {
            found.push_back(member.contact);
        }
        return found;
    }
    void erase(std::string_view address) {
        in_transaction([&](auto& transaction) {
            erase_contact(transaction, sources, secret_key, email(address));
            return true;
        });
    }

    base::SecretKey secret_key{std::array<std::byte, base::SecretKey::size>{}};
    const domain::Actor actor{"test"};
    std::shared_ptr<const storage::Definitions> definitions;
};

}  // namespace tradewind::operations
