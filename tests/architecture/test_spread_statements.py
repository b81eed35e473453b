"""Each statement names the partition key of every spread table that it touches, so that a cluster sends it to the one
machine that holds the rows; or it stands here, with the reason why it may ask all machines."""

from harness import statements

WALKS = {
    "a list that people leaf through": (
        "activities.newest", "activities.newest_off_time",
        "contact_emails.down", "contact_emails.up", "contacts.name_down", "contacts.name_up", "contacts.newest_down",
        "contacts.newest_up", "contacts.phone_down", "contacts.phone_up", "contacts.scan", "contacts.surname_down",
        "contacts.surname_up", "deliveries.down", "deliveries.not_done_down", "deliveries.not_done_up",
        "deliveries.of_type_down", "deliveries.of_type_up", "deliveries.up", "products.name_down", "products.name_up",
        "products.newest_down", "products.newest_up", "products.product_id_down", "products.product_id_up",
        "purchase_identifiers.down", "purchase_identifiers.up", "purchases.newest_down", "purchases.newest_up",
        "purchases.newest_with_items", "runs.at_node_down", "segment_members.newer", "segment_members.page"),
    "rows by a list of their keys, on the machines that have them": (
        "activities.last_times", "contacts.journals", "contacts.load", "products.find_ids", "products.load",
        "purchases.load"),
    "a walk over everybody, for an export, a report, scores, a segment that is built or a field that is removed": (
        "activities.walk", "activities.walk_all", "activities.walk_all_off_time", "activities.walk_kinds",
        "activities.walk_kinds_off_time", "activities.walk_segment", "activities.walk_segment_kinds",
        "activities.walk_segment_kinds_off_time", "activities.walk_segment_off_time", "contacts.after",
        "contacts.before", "contacts.count_after", "contacts.count_between", "contacts.ids_after", "contacts.scored_after",
        "contacts.skip", "contacts.walk", "reports.activities", "reports.activities_off_time", "reports.contacts",
        "reports.contacts_off_time", "reports.count_activities", "reports.count_contacts", "reports.count_purchases",
        "reports.products_sold", "reports.purchases", "reports.purchases_with_buyers", "reports.sum_purchases",
        "segment_members.of_set"),
    "a shop that was added for a first look is removed, the oldest first": (
        "sample_data.contacts", "sample_data.products", "sample_data.purchases"),
    "the engine looks for what is due, of any contact": (
        "changes.after", "changes.count", "deliveries.due", "deliveries.due_types", "run_timers.due", "run_timers.first",
        "segment_times.due", "segment_times.first", "segment_member_changes.segments"),
    "the people of a slice of a file, at once instead of one by one": (
        "contact_emails.find_all", "contact_external_ids.find_all"),
    "all contacts of a workflow or a segment, once in its life": (
        "runs.by_node", "runs.count_at_node", "runs.in_version", "runs.open_at_node", "runs.open_in",
        "node_number_changes.delete", "segment_members.has", "segment_members.remove_some", "segment_times.remove_some",
        "workflow_versions.forget_trials"),
    "what happened at the nodes of a workflow is added up when somebody looks at it, and by a chore": (
        "node_number_changes.of_workflow", "node_number_changes.oldest", "node_number_changes.take"),
    "what waits is counted for operators, up to a number": (
        "waiting_work.calls", "waiting_work.changes", "waiting_work.dead_calls"),
    "samples of all contacts, for an estimate": (
        "contact_samples.count", "contact_samples.cut", "contact_samples.first"),
    "the changes of a segment are added up when somebody looks at it": (
        "segments.find", "segments.lock", "segments.newer", "segments.page"),
    "what became old is removed": (
        "deliveries.delete_ended", "idempotent_answers.age", "idempotent_answers.forget", "run_steps.delete_old",
        "runs.delete_old"),
    "by an id that an operator gives, without the contact": ("deliveries.find", "runs.find"),
    "a purchase outlives its contact, so that it is spread by its own id": (
        "filters.purchases", "filters.purchases_with_items", "purchases.first_date", "purchases.forget_buyer",
        "purchases.last_date", "purchases.of_buyer_at", "purchases.of_buyer_later", "purchases.of_contact",
        "purchases.of_contact_newer", "purchases.of_contact_older"),
    "whoever is erased is taken out of what is not spread by contact": (
        "coupons.forget_holder", "idempotent_answers.about", "idempotent_answers.forget_about"),
    "seldom, and small": ("coupons.next_set", "coupons.of_contact", "idempotent_answers.count", "newest_id.find"),
    "on one server alone; a cluster takes two statements": (
        "contacts.find_by_email", "contacts.find_by_external_id", "products.find_by_identifier"),
}
ALLOWED = {name for names in WALKS.values() for name in names}


def keys():
    spread = statements.spread_of(statements.schema())
    return {table: key for table, (way, key) in spread.items() if way in ("contact", "key")}


def walks():
    """{statement: the tables that it looks for on all machines}"""
    known = keys()
    found = {name: statements.tables_on_all_machines(sql, known) for name, sql in statements.all_statements().items()}
    return {name: tables for name, tables in found.items() if tables}


def test_every_statement_names_the_partition_key_or_has_a_reason():
    surprises = {name: tables for name, tables in walks().items() if name not in ALLOWED}
    assert not surprises, f"name the partition key by an equality, or give a reason: {surprises}"


def test_every_reason_is_needed():
    assert not ALLOWED - set(walks())
    assert len(ALLOWED) == sum(map(len, WALKS.values())), "a statement has two reasons"


def test_what_is_named_is_found():
    """The control: what the rule takes for which machine."""
    known = keys()

    def asks_all_for(sql):
        return statements.tables_on_all_machines(sql, known)

    assert asks_all_for("SELECT id FROM contacts WHERE id = $1") == []
    assert asks_all_for("SELECT id FROM contacts WHERE email = $1") == ["contacts"]
    assert asks_all_for("SELECT id FROM contacts WHERE id > $1") == ["contacts"]
    assert asks_all_for("SELECT 1 FROM runs r JOIN contacts c ON c.id = r.contact_id WHERE r.contact_id = $1") == []
    assert asks_all_for("SELECT 1 FROM runs r JOIN contacts c ON c.id = r.contact_id") == ["contacts", "runs"]
    assert asks_all_for("SELECT 1 FROM runs AS r JOIN contacts AS c ON c.id = r.id WHERE c.id = $1") == ["runs"]
    assert asks_all_for("INSERT INTO contact_emails (email_key, contact_id) VALUES ($1, $2)") == []
    assert asks_all_for("INSERT INTO contact_emails (contact_id) VALUES ($1)") == ["contact_emails"]
    assert asks_all_for("UPDATE contacts SET name = $1 WHERE name = $2") == ["contacts"]
    assert asks_all_for("UPDATE contacts SET name = $2 WHERE id = $1") == []
    assert asks_all_for("DELETE FROM coupons WHERE set_id = $1 AND number = $2") == []
    assert asks_all_for("SELECT id FROM runs WHERE (cast($1 as bigint) = 0 OR contact_id = $1)") == ["runs"]
    assert asks_all_for("SELECT name FROM segments WHERE id > $1") == []
