#include "storage/stores/jobs/score_store.h"

#include <iterator>

#include "storage/database/field_columns.h"
#include "storage/stores/contacts/contact_columns.h"

namespace tradewind::storage {
namespace {

using FigureAndScoreColumns = ContactColumns<ContactPart::Id, ContactPart::Totals, ContactPart::Scores>;
using ScoreColumns = ContactColumns<ContactPart::Id, ContactPart::Scores>;

constexpr Query scores_after_query{
    .name = "contacts.scored_after",
    .sql = sql<"SELECT ", FigureAndScoreColumns::names(), " FROM contacts WHERE id > $1 ORDER BY id LIMIT $2">,
};

constexpr Query scores_update_query{
    .name = "contacts.update_scores",
    .sql = sql<"UPDATE contacts SET ", ScoreColumns::assignments(), " WHERE id = $1">,
};

// Two looks at the index purchases_by_contact: for one comparison of (purchased_at, id) SQLite would walk over all that
// was bought at the same moment to find its place.
constexpr Query same_moment_query{
    .name = "purchases.of_buyer_at",
    .sql = R"(SELECT purchased_at, id, total_price FROM purchases
              WHERE contact_id = $1 AND purchased_at = $2 AND id > $3 ORDER BY purchased_at, id LIMIT $4)",
};

constexpr Query later_query{
    .name = "purchases.of_buyer_later",
    .sql = R"(SELECT purchased_at, id, total_price FROM purchases
              WHERE contact_id = $1 AND purchased_at > $2 ORDER BY purchased_at, id LIMIT $3)",
};

constexpr Query made_for_query{
    .name = "scoring.made_for",
    .sql = R"(SELECT made_for FROM scoring)",
};

constexpr Query note_made_query{
    .name = "scoring.note_made",
    .sql = R"(UPDATE scoring SET made_for = $1)",
};

void append_purchases(Rows rows, std::vector<BuyerPurchase>& purchases) {
    while (rows.next()) {
        auto& purchase = purchases.emplace_back();
        read_column(rows, 0, purchase.place.purchased_at);
        read_column(rows, 1, purchase.place.id);
        read_column(rows, 2, purchase.total_price);
    }
}

}  // namespace

std::vector<ScoredContact> scored_contacts_after(Transaction& transaction, base::Id after, std::int64_t rows_max) {
    std::vector<ScoredContact> found;
    auto rows = transaction.query(scores_after_query, {after.number, rows_max});
    while (rows.next()) {
        const auto contact = read_contact<FigureAndScoreColumns>(rows);
        found.push_back({.id = contact.id,
                         .figures = domain::purchase_figures(contact),
                         .scores = domain::contact_scores(contact)});
    }
    return found;
}

std::vector<BuyerPurchase> purchases_of_buyer(Transaction& transaction, base::Id contact, const PurchasePlace& after,
                                              std::int64_t rows_max) {
    std::vector<BuyerPurchase> found;
    const auto moment = column_of(after.purchased_at);
    if (after.id != base::Id()) {
        append_purchases(transaction.query(same_moment_query, {contact.number, moment, after.id.number, rows_max}),
                         found);
    }
    const auto rows_left = rows_max - std::ssize(found);
    if (rows_left > 0) { append_purchases(transaction.query(later_query, {contact.number, moment, rows_left}), found); }
    return found;
}

void update_contact_scores(Transaction& transaction, const domain::Contact& contact) {
    write_contact<ScoreColumns>(transaction, scores_update_query, {.contact = contact});
}

base::Instant scores_made_for(Transaction& transaction) {
    auto rows = transaction.query(made_for_query);
    if (!rows.next()) { throw DatabaseBroken("the database does not say when scores were made"); }
    return {rows.integer(0)};
}

void note_scores_made(Transaction& transaction, base::Instant made_for) {
    transaction.execute(note_made_query, {made_for.milliseconds});
}

}  // namespace tradewind::storage
