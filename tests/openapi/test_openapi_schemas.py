"""That the schemas of the document say what may be sent and what comes back: each rule with a value that keeps it and
one that breaks it."""

from copy import deepcopy

import pytest
from jsonschema import Draft202012Validator, RefResolver

from openapi_reference.document import follow
from openapi_tree import OPENAPI

SCHEMAS = OPENAPI["components"]["schemas"]
LONG = "x" * 10001


def fits(name, value):
    return Draft202012Validator(SCHEMAS[name], resolver=RefResolver("", OPENAPI)).is_valid(value)


# --- what may be sent

OPTIONS = [{"id": "a", "label": "A"}]
ITEM = {"productId": "p", "quantity": 1, "price": 1}
PURCHASE = {"purchaseId": "1", "contactEmail": "a@b.cd", "products": [ITEM], "totalPrice": 1, "totalQuantity": 1}
EXPORT = {"exportType": "contacts", "delimiter": ",", "dateFormat": "L"}
ACTIVITIES = {**EXPORT, "exportType": "activities"}
DAYS = {"fromDate": "2026-01-01", "toDate": "2026-01-31"}
REPORT = {"delimiter": ";", "filters": {"reportId": "0" * 24, **DAYS}}
IMPORT = {"type": "contacts", "delimiter": ",", "overrideExisting": "true", "updateOnlyEmptyFields": "false",
          "file": ""}
FIELD = {"id": "f", "name": "F"}
KEY = {"id": "e", "name": "E", "type": "email", "required": True, "isPrimaryKey": True}
RECEIVE = {"name": "T", "category": "receive", "alias": "t", "fields": [KEY]}
SEND = {"name": "T", "category": "send", "webhookUrl": "https://x.example/"}

TAKEN = {
    "ContactPatch": [
        {}, {"_name": ""}, {"_name": None, "_birthdate": None, "_mobilePhone": None, "_externalId": None},
        {"_birthdate": "1988-12-10"}, {"_birthdate": "1988-12-10T00:00:00.123456+01:00"}, {"_points": -3},
        {"_points": 3.0}, {"_email": "a@b.cd"}, {"_mobilePhone": "651-234 567"}, {"a[0]": 1, "b(x)-_": ["x", "y"]},
        {"text": "x", "flag": True, "none": None},
    ],
    "ContactPatchByExternalId": [{"_email": None}, {"_email": "a@b.cd"}, {"_externalId": "x"}],
    "ContactPatchDeprecated": [{"_email": "a@b.cd", "_name": "x", "custom": 1}],
    "PurchaseCreate": [
        PURCHASE, {**PURCHASE, "contactEmail": None, "contactExternalId": "x"}, {**PURCHASE, "anything": 1},
        {**PURCHASE, "totalPrice": -1.5, "totalQuantity": 0}, {**PURCHASE, "sourceType": None, "cartId": ""},
        {**PURCHASE, "products": [{**ITEM, "name": None, "productDetailUrl": "http://x.example", "customField1": ""}]},
        {**PURCHASE, "products": [ITEM] * 1000}, {**PURCHASE, "totalPrice": 99999999999999.5},
    ],
    "ProductPatch": [
        {}, {"id": 1, "productId": 2, "anything": 3}, {"availability": None, "priority": None, "isBlacklisted": None},
        {"imageUrl": "", "thumbnailUrl": "", "customField2": ""}, {"discountedPercentage": 100, "rating": 5},
        {"unitPrice": -1, "inStockUnits": -2}, {"publishedAt": "2026-01-01"}, {"categories": [], "tags": None},
    ],
    "ExportCreate": [
        EXPORT, {**EXPORT, "version": "v6"}, {**EXPORT, "version": None, "filters": None}, {**EXPORT, "filters": {}},
        {**EXPORT, "filters": {"segmentId": "0" * 24, "anything": 1}}, {**ACTIVITIES, "filters": DAYS},
        {**ACTIVITIES, "filters": {**DAYS, "activityTypes": []}},
        {**ACTIVITIES, "filters": {**DAYS, "activityTypes": ["purchase", "entity-created", "facebook-contact-sent"]}},
    ],
    "DataExplorerExportCreate": [REPORT],
    "ImportCreate": [
        IMPORT, {**IMPORT, "type": "coupons", "couponSetId": "0" * 24}, {**IMPORT, "updateOnlyEmptyFields": "true"}],
    "ContactFieldCreate": [
        {**FIELD, "type": "text"}, {**FIELD, "type": "text", "maxLength": 5000, "required": True, "defaultValue": "x"},
        {**FIELD, "type": "email"}, {**FIELD, "type": "email", "required": False, "defaultValue": None},
        {**FIELD, "type": "phone", "defaultCountryCode": "34"},
        {**FIELD, "type": "integer", "minValue": 0, "maxValue": 9, "required": True, "defaultValue": 3},
        {**FIELD, "type": "decimal", "minValue": None, "maxValue": 0.5}, {**FIELD, "type": "integer", "minValue": None},
        {**FIELD, "type": "date", "maxDate": "2026-01-01"},
        {**FIELD, "type": "radio", "options": OPTIONS}, {**FIELD, "type": "boolean", "defaultValue": False},
        {**FIELD, "type": "checkbox", "options": OPTIONS, "defaultValue": ["a"]},
        {**FIELD, "type": "checkbox", "options": OPTIONS, "defaultValue": [], "required": True},
        {**FIELD, "type": "text", "id": "x" * 150, "anything": 1},
    ],
    "CustomIntegrationCreate": [
        {"name": "x", "eventsEnabled": False}, {"name": "x", "eventsEnabled": True, "color": None, "imageUri": None}],
    "CustomIntegrationPatch": [{}, {"description": None}, {"eventsEnabled": True}],
    "CustomEventTypeCreate": [
        RECEIVE, SEND, {**RECEIVE, "receiveType": "webhook"}, {**RECEIVE, "alias": "a.B_c-1" * 14},
        {"name": "T", "category": "receive", "alias": "t", "receiveType": "web-mobile-app"},
        {**SEND, "webhookHeaders": [{"name": "X-A", "value": "x" * 1200}], "alias": None},
        {**RECEIVE, "fields": [KEY, {"id": "p", "name": "P", "type": "phone", "defaultCountryCode": "34"}]},
        {**RECEIVE, "fields": [KEY, {"id": "r", "name": "R", "type": "radio", "options": OPTIONS}]},
    ],
    "CustomEventCreate": [{}, {"a": "x", "b": 1.5, "c": False, "d": ["x"], "e": None}],
}

REFUSED = {
    "ContactPatch": [
        {"id": "x"}, {"_totalPurchases": 1}, {"_unknown": 1}, {"_name": "x" * 501}, {"_name": 1}, {"_points": None},
        {"_points": 1.5}, {"_points": 2**53}, {"_externalId": "x" * 51}, {"_externalId": ""}, {"_emailStatus": None},
        {"_emailStatus": "gone"}, {"_mobilePhoneStatus": "banned"}, {"_newsletterSubscriptionStatus": "maybe"},
        {"_birthdate": "1988-12-10T00:00:00"}, {"_birthdate": "10.12.1988"}, {"_mobilePhone": "call me"},
        {"_email": None}, {"_email": "nobody"}, {"_email": "a@b"}, {"_email": '"a b"@c.de'}, {"9x": 1}, {"x" * 151: 1},
        {"a": {}}, {"a": [1]}, {"a": ["x", "x"]},
    ],
    "ContactPatchByExternalId": [{"_externalId": None}, {"_email": "nobody"}, {"_email": "x" * 196 + "@b.cd"}],
    "ContactPatchDeprecated": [{"_externalId": "x"}, {"_externalId": None}, {"_email": None}],
    "PurchaseCreate": [
        {**PURCHASE, "contactEmail": None}, {**PURCHASE, "products": []}, {**PURCHASE, "products": [ITEM] * 1001},
        {**PURCHASE, "purchaseId": ""}, {**PURCHASE, "purchaseId": None}, {**PURCHASE, "totalPrice": "1"},
        {**PURCHASE, "totalPrice": 10**14}, {**PURCHASE, "totalQuantity": 1.5}, {**PURCHASE, "sourceType": "moon"},
        {**PURCHASE, "cartId": LONG}, {**PURCHASE, "contactExternalId": "x" * 51},
        {**PURCHASE, "purchaseDate": "yesterday"},
        *({**PURCHASE, "products": [{**ITEM, **change}]} for change in (
            {"quantity": 0}, {"quantity": 1.5}, {"price": None}, {"productId": ""}, {"productDetailUrl": "/p"},
            {"name": ""}, {"name": LONG}, {"rating": 5.1}, {"discountedPercentage": 101}, {"tags": [1]})),
        *({name: value for name, value in PURCHASE.items() if name != missing} for missing in PURCHASE),
    ],
    "ProductPatch": [
        {"name": None}, {"name": ""}, {"productDetailUrl": None}, {"productDetailUrl": "ftp://x"}, {"unitPrice": None},
        {"availability": "discontinued"}, {"rating": -0.1}, {"discountedPercentage": 100.1}, {"brand": LONG},
        {"inStockUnits": 0.5}, {"ratingCount": -1}, {"isBlacklisted": 1}, {"categories": "/a"},
    ],
    "ExportCreate": [
        ACTIVITIES, {**ACTIVITIES, "filters": {}}, {**ACTIVITIES, "filters": {"fromDate": "2026-01-01"}},
        {**ACTIVITIES, "filters": {**DAYS, "activityTypes": ["sneeze"]}}, {**EXPORT, "version": "v7"},
        {**ACTIVITIES, "filters": {**DAYS, "toDate": None}}, {**EXPORT, "exportType": "data-explorer"},
        {**EXPORT, "delimiter": "|"}, {**EXPORT, "dateFormat": "LLLL"}, {**EXPORT, "filters": {"segmentId": "x"}},
        *({name: value for name, value in EXPORT.items() if name != missing} for missing in EXPORT),
    ],
    "DataExplorerExportCreate": [
        {"delimiter": ";"}, {"filters": REPORT["filters"]},
        *({**REPORT, "filters": {**REPORT["filters"], **change}} for change in (
            {"fromDate": "2026-01-01T00:00:00Z"}, {"toDate": None}, {"reportId": "x"})),
    ],
    "ImportCreate": [
        {**IMPORT, "type": "coupons"}, {**IMPORT, "type": "people"}, {**IMPORT, "overrideExisting": True},
        {**IMPORT, "updateOnlyEmptyFields": "yes"}, {**IMPORT, "delimiter": "\t"},
        {**IMPORT, "overrideExisting": "false", "updateOnlyEmptyFields": "true"},
        *({name: value for name, value in IMPORT.items() if name != missing} for missing in IMPORT),
    ],
    "ContactFieldCreate": [
        {**FIELD}, {**FIELD, "type": "number"}, {**FIELD, "type": "text", "id": "id"},
        {**FIELD, "type": "text", "id": "_x"}, {**FIELD, "type": "text", "id": "x" * 151},
        {**FIELD, "type": "text", "name": ""}, {**FIELD, "type": "text", "maxLength": 0},
        {**FIELD, "type": "text", "maxLength": 5001}, {**FIELD, "type": "text", "required": True},
        {**FIELD, "type": "text", "defaultValue": "x"}, {**FIELD, "type": "text", "minValue": 1},
        {**FIELD, "type": "text", "options": OPTIONS}, {**FIELD, "type": "text", "defaultCountryCode": "34"},
        {**FIELD, "type": "email", "required": True}, {**FIELD, "type": "email", "defaultValue": "a@b.cd"},
        {**FIELD, "type": "phone"}, {**FIELD, "type": "phone", "defaultCountryCode": "034"},
        {**FIELD, "type": "phone", "defaultCountryCode": 34},
        {**FIELD, "type": "phone", "defaultCountryCode": "34", "required": True},
        {**FIELD, "type": "integer", "maxLength": 3}, {**FIELD, "type": "integer", "minDate": "2026-01-01"},
        {**FIELD, "type": "integer", "minValue": 0.5}, {**FIELD, "type": "integer", "maxValue": 9.0001},
        {**FIELD, "type": "date", "minValue": 1}, {**FIELD, "type": "date", "minDate": "soon"},
        {**FIELD, "type": "radio"}, {**FIELD, "type": "radio", "options": []},
        {**FIELD, "type": "radio", "options": OPTIONS * 121}, {**FIELD, "type": "radio", "options": [{"id": "a"}]},
        {**FIELD, "type": "radio", "options": [{"id": "x" * 151, "label": "A"}]},
        {**FIELD, "type": "radio", "options": OPTIONS, "required": True},
        {**FIELD, "type": "checkbox", "options": OPTIONS}, {**FIELD, "type": "boolean"},
        {**FIELD, "type": "checkbox", "options": OPTIONS, "defaultValue": "a"},
        {**FIELD, "type": "checkbox", "options": OPTIONS, "defaultValue": ["a", "a"]},
        {**FIELD, "type": "boolean", "defaultValue": True, "required": False},
        {**FIELD, "type": "boolean", "defaultValue": "true"},
    ],
    "CustomIntegrationCreate": [{"name": "x"}, {"eventsEnabled": True}, {"name": "", "eventsEnabled": True}],
    "CustomIntegrationPatch": [{"name": None}, {"eventsEnabled": None}, {"eventsEnabled": "true"}],
    "CustomEventTypeCreate": [
        {**RECEIVE, "alias": None}, {**RECEIVE, "alias": "a b"}, {**RECEIVE, "alias": "x" * 101},
        {**RECEIVE, "fields": []}, {**RECEIVE, "fields": None}, {**RECEIVE, "webhookUrl": "https://x.example/"},
        {**RECEIVE, "webhookHeaders": []}, {**RECEIVE, "receiveType": "post"},
        {**RECEIVE, "fields": [{**KEY, "required": False}]}, {**RECEIVE, "fields": [{**KEY, "type": "text"}]},
        {**RECEIVE, "fields": [{**KEY, "isPrimaryKey": False}]},
        {**RECEIVE, "fields": [KEY] + [{"id": str(n), "name": "N", "type": "text"} for n in range(100)]},
        {**RECEIVE, "fields": [KEY, {"id": "r", "name": "R", "type": "radio"}]},
        {**RECEIVE, "fields": [KEY, {"id": "p", "name": "P", "type": "phone"}]},
        {**SEND, "webhookUrl": None}, {**SEND, "webhookUrl": "ftp://x"}, {**SEND, "alias": "t"},
        {**SEND, "receiveType": "api"}, {**SEND, "webhookHeaders": [{"name": "X A", "value": "x"}]},
        {**SEND, "webhookHeaders": [{"name": "X-A", "value": "x" * 1201}]}, {**SEND, "category": "both"},
    ],
    "CustomEventCreate": [{"a": {}}, {"a": [1]}, {"a": ["x", "x"]}, []],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in TAKEN.items() for value in values])
def test_this_may_be_sent(name, value):
    assert fits(name, value)


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in REFUSED.items() for value in values])
def test_this_may_not_be_sent(name, value):
    assert not fits(name, value)


# --- what comes back

WRONG_ANSWERS = {
    "Contact": [
        {"_clv": ...}, {"_isAnonymous": ...}, {"_totalPurchases": None}, {"_birthdate": "1988-12-10"}, {"_secret": "x"},
        {"_recency": 5}, {"_rfm": "best"}, {"_mobilePhone": "651234567"},
        {"_name": None}, {"interests": None}, {"interests": ["a", "a"]},
    ],
    "Purchase": [
        {"contactEmail": None}, {"products": []}, {"purchaseDate": ...}, {"createdAt": "2026-01-01"}, {"x": 1}],
    "PurchaseItem": [{"id": ...}, {"unitPrice": ...}, {"quantity": 0}, {"discountedPercentage": None}, {"x": 1}],
    "Product": [{"availability": ...}, {"priority": None}, {"productId": ...}, {"brand": None}, {"x": 1}],
    "Export": [
        {"status": "finished"}, {"fileUrl": "http://x.example/"}, {"fileName": "x.zip"}, {"status": "done"},
        {"progress": -1}, {"fileExtension": "csv"}, {"origin": "cli"}, {"total": ...}, {"x": 1},
    ],
    "Import": [{"options": {}}, {"status": "done"}, {"errors": None}, {"origin": ...}, {"errorReportFileUrl": "x"}],
    "CouponSet": [
        {"quantity": ...}, {"available": 500001}, {"code": "X"}, {"type": "single"}, {"usedInWorkflows": ["x"]},
        {"x": 1},
    ],
    "Workflow": [{"status": "stopped"}, {"tags": ["x"] * 21}, {"tags": ["x" * 51]}, {"startedAt": None}, {"x": 1}],
    "ContactField": [
        {"status": "deleted"}, {"custom": ...}, {"id": "_mine"}, {"id": "id"}, {"options": []}, {"maxLength": 0},
        {"x": 1},
    ],
    "CustomIntegration": [{"imageUri": ...}, {"color": None}, {"eventsEnabled": 1}, {"x": 1}],
    "CustomEventType": [
        {"alias": ...}, {"receiveType": ...}, {"webhookUrl": "https://x.example/"}, {"category": "send"},
        {"fields": ...}, {"fields": [{"id": "a", "name": "A", "type": "text"}]}, {"x": 1},
    ],
}


@pytest.mark.parametrize(("name", "change"),
                         [(name, change) for name, changes in WRONG_ANSWERS.items() for change in changes])
def test_this_may_not_come_back(name, change):
    value = deepcopy(SCHEMAS[name]["examples"][0])
    assert fits(name, value)
    value.update(change)
    assert not fits(name, {field: inner for field, inner in value.items() if inner is not ...})


# --- the limits

LIMITS = {
    "schemas/ExternalId/maxLength": 50,
    "schemas/EmailAddress/maxLength": 200,
    "schemas/CustomFieldId/maxLength": 150,
    "schemas/FieldOption/properties/id/maxLength": 150,
    "schemas/ContactFieldCreate/properties/options/maxItems": 120,
    "schemas/ContactFieldCreate/properties/maxLength/maximum": 5000,
    "schemas/PurchaseCreate/properties/products/maxItems": 1000,
    "schemas/PurchaseItemCreate/properties/name/maxLength": 10000,
    "schemas/ProductPatch/properties/description/maxLength": 10000,
    "schemas/ProductPatch/properties/tags/maxItems": 10000,
    "schemas/CouponSet/properties/quantity/maximum": 500000,
    "schemas/Workflow/properties/tags/maxItems": 20,
    "schemas/Workflow/properties/tags/items/maxLength": 50,
    "schemas/WebhookHeader/properties/value/maxLength": 1200,
    "schemas/CustomEventTypeCreate/properties/fields/maxItems": 100,
    "schemas/Contact/properties/_name/maxLength": 500,
    "schemas/Integer/maximum": 2**53 - 1,
    "schemas/Integer/minimum": -(2**53 - 1),
    "schemas/Decimal/exclusiveMaximum": 10**14,
    "schemas/Decimal/exclusiveMinimum": -(10**14),
    "parameters/PageSize/schema/maximum": 100,
    "parameters/PageSize/schema/default": 20,
    "parameters/IdempotencyKey/schema/maxLength": 255,
}


@pytest.mark.parametrize(("place", "limit"), LIMITS.items())
def test_the_limit_is_the_agreed_one(place, limit):
    assert follow(OPENAPI, f"#/components/{place}") == limit


def test_the_fields_of_a_contact_and_their_list_agree():
    fields = [name for name in SCHEMAS["Contact"]["properties"] if name != "id"]
    assert fields == SCHEMAS["SystemFieldId"]["enum"]
    writable = [name for name in fields if not SCHEMAS["Contact"]["properties"][name].get("readOnly")]
    assert writable == SCHEMAS["WritableFieldId"]["enum"] == list(SCHEMAS["ContactPatch"]["properties"])
    assert writable == list(SCHEMAS["ContactPatchByExternalId"]["properties"])
    assert [name for name in writable if name != "_externalId"] == list(SCHEMAS["ContactPatchDeprecated"]["properties"])


def test_what_can_be_patched_or_sent_can_be_read():
    for sent, read in (("ProductPatch", "Product"), ("PurchaseCreate", "Purchase"),
                       ("PurchaseItemCreate", "PurchaseItem"), ("ContactFieldCreate", "ContactField"),
                       ("CustomIntegrationPatch", "CustomIntegration"), ("CustomEventTypeCreate", "CustomEventType"),
                       ("CustomEventFieldCreate", "CustomEventField"), ("StorePatch", "ManagedStore")):
        assert list(SCHEMAS[sent]["properties"]) == [
            name for name in SCHEMAS[read]["properties"] if name in SCHEMAS[sent]["properties"]], sent
        assert set(SCHEMAS[sent]["properties"]) <= set(SCHEMAS[read]["properties"]), sent
