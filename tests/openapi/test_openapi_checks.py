"""Each check of the document, with a document that it must refuse."""

import pytest

from openapi_reference.checks import problems
from openapi_tree import OPENAPI, changeable, list_keys, store_get, store_patch


def test_the_document_is_as_it_should_be():
    assert problems(OPENAPI) == []


def without(definition, name):
    """Takes away the parameter whose component has this name."""
    definition["parameters"] = [each for each in definition["parameters"] if not each["$ref"].endswith("/" + name)]



BROKEN = {
    "a reference that points nowhere": (
        lambda tree: store_get(tree)["responses"].update({"400": {"$ref": "#/components/responses/Nothing"}}),
        "the reference #/components/responses/Nothing points nowhere"),
    "a reference to another file": (
        lambda tree: store_get(tree)["responses"].update({"400": {"$ref": "other.yaml#/BadRequest"}}),
        "the reference other.yaml#/BadRequest points nowhere"),
    "a reference to itself": (
        lambda tree: tree["components"]["schemas"].update({"Id": {"$ref": "#/components/schemas/Id"}}),
        "the reference #/components/schemas/Id points nowhere"),
    "an operationId twice": (
        lambda tree: store_get(tree).update(operationId="listApiKeys"), "the operationId listApiKeys appears twice"),
    "no operationId": (lambda tree: store_get(tree).pop("operationId"), "GET /store/: operationId is missing"),
    "no summary": (lambda tree: store_get(tree).pop("summary"), "GET /store/: summary is missing"),
    "no description": (lambda tree: store_get(tree).pop("description"), "GET /store/: description is missing"),
    "no security": (lambda tree: store_get(tree).pop("security"), "GET /store/: security is missing"),
    "security without a scope": (
        lambda tree: store_get(tree).update(security=[{"apiKey": []}]), "GET /store/: security names no scope"),
    "an unknown scope": (
        lambda tree: store_get(tree).update(security=[{"apiKey": ["store:paint"]}]), "the scope store:paint is not"),
    "an unknown security scheme": (
        lambda tree: store_get(tree).update(security=[{"magic": ["store:read"]}]), "the security scheme magic is not"),
    "an undeclared tag": (lambda tree: store_get(tree).update(tags=["Shop"]), "the tag Shop is not declared"),
    "a tag twice": (lambda tree: tree["tags"].append({"name": "Store"}), "the tag Store appears twice"),
    "a tag with an unknown object": (
        lambda tree: tree["tags"][0].update({"x-objects": ["Shop"]}), "the object Shop, which is not a schema"),
    "no example in an answer": (
        lambda tree: store_get(tree)["responses"]["200"]["content"]["application/json"].pop("examples"),
        "GET /store/: the response 200 has no example"),
    "no example in a body": (
        lambda tree: store_patch(tree)["requestBody"]["content"]["application/json"].pop("examples"),
        "PATCH /admin/v1/store: the request body has no example"),
    "no schema in an answer": (
        lambda tree: store_get(tree)["responses"]["200"]["content"]["application/json"].pop("schema"),
        "GET /store/: the response 200 has no schema"),
    "no success": (lambda tree: store_get(tree)["responses"].pop("200"), "GET /store/: no response tells of success"),
    "a key but no 401": (lambda tree: store_get(tree)["responses"].pop("401"), "the response 401 is missing"),
    "a key but no 403": (lambda tree: store_get(tree)["responses"].pop("403"), "the response 403 is missing"),
    "a key but no 429": (lambda tree: store_get(tree)["responses"].pop("429"), "the response 429 is missing"),
    "no 415": (lambda tree: store_patch(tree)["responses"].pop("415"), "the response 415 is missing"),
    "no 431": (lambda tree: store_patch(tree)["responses"].pop("431"), "the response 431 is missing"),
    "a change but no 409": (lambda tree: store_patch(tree)["responses"].pop("409"), "the response 409 is missing"),
    "a change but no 422": (lambda tree: store_patch(tree)["responses"].pop("422"), "the response 422 is missing"),
    "a change but no 507": (lambda tree: store_patch(tree)["responses"].pop("507"), "the response 507 is missing"),
    "an object but no 404": (
        lambda tree: tree["paths"]["/admin/v1/api-keys/{id}"]["get"]["responses"].pop("404"),
        "the response 404 is missing"),
    "an error without a body": (
        lambda tree: tree["components"]["responses"]["Forbidden"].pop("content"),
        "the response 403 must be application/json"),
    "an error with a body of its own": (
        lambda tree: store_patch(tree)["responses"]["422"]["content"]["application/json"].update(
            schema={"$ref": "#/components/schemas/HttpError"}),
        "the response 422 must have the schema ValidationError"),
    "an answer that does not tell the rate": (
        lambda tree: store_get(tree)["responses"]["200"]["headers"].pop("RateLimit-Reset"),
        "the response 200 must have all rate-limit headers"),
    "a public answer that tells a rate": (
        lambda tree: tree["paths"]["/docs"]["get"]["responses"]["200"]["headers"].update(
            {"RateLimit-Reset": {"$ref": "#/components/headers/RateLimit-Reset"}}),
        "the response 200 must have no rate-limit headers"),
    "a list without a cursor": (
        lambda tree: without(list_keys(tree), "Cursor"), "GET /admin/v1/api-keys/: the list has no parameter cursor"),
    "a list without a page size": (
        lambda tree: without(list_keys(tree), "PageSize"), "the list has no parameter pageSize"),
    "a list without a refusal of bad pages": (
        lambda tree: list_keys(tree)["responses"].pop("422"), "the response 422 is missing"),
    "a list without links": (
        lambda tree: tree["components"]["schemas"]["ApiKeyList"]["properties"].update(
            links={"type": "object", "description": "The ways on."}),
        "the list must answer links, by the schema ListLinks"),
    "a list by another name": (
        lambda tree: list_keys(tree).update(operationId="getApiKeys"), "if and only if its operationId begins with"),
    "a change that cannot be repeated": (
        lambda tree: without(store_patch(tree), "IdempotencyKey"), "the parameter Idempotency-Key is missing"),
    "a read that can be repeated": (
        lambda tree: list_keys(tree)["parameters"].append({"$ref": "#/components/parameters/IdempotencyKey"}),
        "the parameter Idempotency-Key has no place here"),
    "a repeated answer that does not say so": (
        lambda tree: store_patch(tree)["responses"]["200"]["headers"].pop("Idempotency-Replayed"),
        "Idempotency-Replayed is a header of"),
    "a deprecated operation that does not say so": (
        lambda tree: store_get(tree).update(deprecated=True), "the response 200 lacks the header Deprecation"),
    "a mark that means nothing": (
        lambda tree: store_get(tree).update({"x-served": True}), "x-served is either false or left out"),
    "an operationId with a wrong verb": (
        lambda tree: store_get(tree).update(operationId="createStore"), "the operationId must begin with get or list"),
    "an operationId in another style": (
        lambda tree: store_get(tree).update(operationId="get_store"), "the operationId must begin with get or list"),
    "a summary that is a sentence": (
        lambda tree: store_get(tree).update(summary="Get the store."), "the summary must begin with a capital"),
    "a summary that is long": (
        lambda tree: store_get(tree).update(summary="Get " + "the store " * 10 + "now"), "the summary must begin with"),
    "a summary twice": (
        lambda tree: store_get(tree).update(summary="List the API keys"),
        "the summary List the API keys appears twice"),
    "two tags": (lambda tree: store_get(tree).update(tags=["Store", "API keys"]), "there must be one tag"),
    "a tag without an operation": (
        lambda tree: tree["tags"].append({"name": "Lonely", "description": "Alone."}),
        "the tag Lonely has no operation"),
    "a path in another style": (
        lambda tree: tree["paths"].update({"/Store_Front": tree["paths"].pop("/store/")}),
        "the path must be of words in small letters"),
    "a parameter twice": (
        lambda tree: list_keys(tree)["parameters"].append({"$ref": "#/components/parameters/Page"}),
        "the parameter page is there twice"),
    "a path parameter without an example": (
        lambda tree: tree["components"]["parameters"]["ApiKeyId"].pop("example"),
        "the path parameter id has no example"),
    "a property without a description": (
        lambda tree: tree["components"]["schemas"]["Store"]["properties"]["name"].pop("description"),
        "#/components/schemas/Store: the property name has no description"),
    "a schema without a description": (
        lambda tree: tree["components"]["schemas"]["Store"].pop("description"),
        "#/components/schemas/Store: has no description"),
    "a required property that is not there": (
        lambda tree: tree["components"]["schemas"]["Store"]["required"].append("nmae"),
        "#/components/schemas/Store: requires nmae, which it does not describe"),
    "a path parameter that is not declared": (
        lambda tree: tree["paths"]["/admin/v1/api-keys/{id}"].pop("parameters"),
        "the path parameter id is not declared"),
    "a path parameter that is not in the path": (
        lambda tree: store_get(tree).update(parameters=[{"$ref": "#/components/parameters/ApiKeyId"}]),
        "the path has no parameter id"),
    "a path parameter that is optional": (
        lambda tree: tree["components"]["parameters"]["ApiKeyId"].pop("required"),
        "the path parameter id must be required"),
    "a component that nothing uses": (
        lambda tree: tree["components"]["schemas"].update(Lonely={"type": "string"}),
        "#/components/schemas/Lonely: nothing refers to it"),
    "an older OpenAPI": (lambda tree: tree.update(openapi="3.0.3"), "openapi: must be 3.1.x"),
    "no version": (lambda tree: tree["info"].pop("version"), "info: version is missing"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_it_refuses(name):
    broken = changeable()
    change, sentence = BROKEN[name]
    change(broken)
    found = problems(broken)
    assert any(sentence in problem for problem in found), found
