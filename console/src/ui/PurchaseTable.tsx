import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { List } from '~/api/lists';
import type { PurchaseSummary } from '~/api/shop';
import { useFormat } from '~/text/format';
import { type Texts, useText } from '~/text/t';
import { ListView } from './ListView';
import type { Column } from './Table';

// Where something was bought: the name of the place, or what kind of place it is.
export function placeOf(purchase: Pick<PurchaseSummary, 'sourceName' | 'sourceType'>, t: Texts): string | undefined {
  return purchase.sourceName || (purchase.sourceType && t.purchases.sources[purchase.sourceType]);
}

function whoOf({ contactId, contactEmail, contactExternalId }: PurchaseSummary, t: Texts): string {
  return contactId ? (contactEmail ?? contactExternalId ?? contactId) : t.pick.erased;
}

interface Props {
  label: string;
  list: List<PurchaseSummary>;
  empty: ReactNode;
}

export function PurchaseTable({ label, list, empty }: Props) {
  const t = useText();
  const format = useFormat();
  const [, go] = useLocation();
  const pathOf = (purchase: PurchaseSummary) => `/purchases/${purchase.id}`;
  const columns: Column<PurchaseSummary>[] = [
    {
      id: 'id',
      title: t.purchases.columns.id,
      cell: (purchase) => (
        <Link href={pathOf(purchase)} className="row-link" tabIndex={-1}>
          {purchase.purchaseId}
          <span className="dim narrow-only">{whoOf(purchase, t)}</span>
        </Link>
      ),
    },
    {
      id: 'who',
      title: t.purchases.columns.who,
      isWideOnly: true,
      cell: (purchase) =>
        purchase.contactId ? (
          <Link href={`/contacts/${purchase.contactId}`} tabIndex={-1}>
            {whoOf(purchase, t)}
          </Link>
        ) : (
          <span className="dim">{whoOf(purchase, t)}</span>
        ),
    },
    {
      id: 'place',
      title: t.purchases.columns.place,
      isWideOnly: true,
      cell: (purchase) => <span className="dim">{placeOf(purchase, t)}</span>,
    },
    {
      id: 'pieces',
      title: t.purchases.columns.pieces,
      isNumber: true,
      isWideOnly: true,
      cell: (purchase) => format.number(purchase.totalQuantity),
    },
    {
      id: 'at',
      title: t.purchases.columns.at,
      isNumber: true,
      isWideOnly: true,
      cell: (purchase) => format.dateTime(purchase.purchaseDate),
    },
    {
      id: 'total',
      title: t.purchases.columns.total,
      isNumber: true,
      cell: (purchase) => format.money(purchase.totalPrice),
    },
  ];
  return (
    <ListView
      label={label}
      list={list}
      columns={columns}
      idOf={(purchase) => purchase.id}
      onOpen={(purchase) => go(pathOf(purchase))}
      empty={empty}
    />
  );
}
