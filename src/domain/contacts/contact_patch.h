#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "domain/contacts/contact.h"
#include "domain/contacts/contact_key.h"
#include "domain/fields/contact_field_list.h"

namespace tradewind::domain {

// Some fields of a contact, to be put over it: what a merge names, and only that. Points into the list of fields that
// it was read by.
struct ContactPatch {
    struct Entry {
        const ContactField* field;
        std::optional<FieldValue> value;  // Nothing: the field is cleared.
    };
    std::vector<Entry> entries = {};
};

// Whether a request may give its contact the key that its path does not name.
enum class OtherKey { MaySet, MayNotSet };

// Reads a merge of the contact that `key` names, checking every value against its field; all problems at once. The key
// itself may be repeated. Fields that are unknown or read-only are refused.
base::Result<ContactPatch> read_contact_patch(const base::JsonValue& object, const ContactFieldList& fields,
                                              const ContactKey& key, OtherKey other_key);

// The key that a merge claims beside the one that names the contact; nothing when it claims none, or what is no key.
std::optional<ContactKey> claimed_key(const base::JsonValue& object, const ContactKey& key);

// One field that a patch made different.
struct ContactChange {
    const ContactField* field;
    std::string json;  // Its new value; `null` when it was cleared.
};

// Puts the patch over the contact; what it changed, in the order of the patch.
std::vector<ContactChange> apply(const ContactPatch& patch, Contact& contact, const ContactFieldList& fields);

// What of the patch is about fields that show nothing: no value and no default, an empty text or an empty list.
ContactPatch only_empty(const ContactPatch& patch, const Contact& contact, const ContactFieldList& fields);

}  // namespace tradewind::domain
