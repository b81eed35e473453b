import './purchase.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { loadPurchase, type Purchase, type PurchaseItem } from '~/api/shop';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { ContactLink } from '~/ui/ContactLink';
import { type Fact, FactList, Figures } from '~/ui/FactList';
import { One } from '~/ui/One';
import { ProductPicture } from '~/ui/ProductPicture';
import { placeOf } from '~/ui/PurchaseTable';
import { type Column, Table } from '~/ui/Table';

export default function PurchasePage() {
  const t = useText();
  const { id = '' } = useParams();
  const purchase = useQuery({ queryKey: ['purchases', id], queryFn: () => loadPurchase(id) });
  const gone = { title: t.purchases.gone, help: t.purchases.goneHelp, list: t.purchases.title, href: '/purchases' };
  return (
    <One of={purchase} gone={gone}>
      {(known) => <Known purchase={known} />}
    </One>
  );
}

function Known({ purchase }: { purchase: Purchase }) {
  const t = useText();
  const format = useFormat();
  const facts: [string, string | undefined][] = [
    [t.purchases.columns.place, placeOf(purchase, t)],
    [t.purchases.payment, purchase.paymentMethod],
    [t.purchases.cart, purchase.cartId],
    [t.purchases.recorded, format.dateTime(purchase.createdAt)],
  ];
  return (
    <div className="page">
      <div className="page-head">
        <Link href="/purchases" className="crumb">
          {t.purchases.title}
        </Link>
        <span className="crumb" aria-hidden>
          /
        </span>
        <h1>{purchase.purchaseId}</h1>
      </div>
      <Figures
        facts={[
          [t.purchases.columns.total, format.money(purchase.totalPrice)],
          [t.purchases.columns.pieces, format.number(purchase.totalQuantity)],
          [t.purchases.columns.at, format.dateTime(purchase.purchaseDate)],
        ]}
      />
      <div className="purchase-columns">
        <Items items={purchase.products} />
        <div className="stack">
          <section className="card">
            <header>
              <h2>{t.purchases.columns.who}</h2>
            </header>
            <p className="purchase-buyer">
              <ContactLink id={purchase.contactId} />
              {purchase.contactEmail && <span className="dim">{purchase.contactEmail}</span>}
            </p>
          </section>
          <section className="card">
            <header>
              <h2>{t.contact.facts}</h2>
            </header>
            <FactList facts={facts.filter(([, value]) => value) as Fact[]} />
          </section>
        </div>
      </div>
    </div>
  );
}

function Items({ items }: { items: PurchaseItem[] }) {
  const t = useText();
  const format = useFormat();
  // The same product may be bought in several lines.
  const rows = items.map((item, number) => ({ ...item, number }));
  const hasPictures = items.some((item) => item.thumbnailUrl || item.imageUrl);
  const columns: Column<PurchaseItem & { number: number }>[] = [
    {
      id: 'name',
      title: t.products.columns.name,
      cell: (item) => (
        <span className="product-name">
          {hasPictures && <ProductPicture address={item.thumbnailUrl || item.imageUrl} />}
          <Link href={`/products/${item.id}`}>{item.name}</Link>
        </span>
      ),
    },
    {
      id: 'id',
      title: t.products.columns.id,
      isWideOnly: true,
      cell: (item) => <span className="dim">{item.productId}</span>,
    },
    {
      id: 'unit',
      title: t.purchases.unitPrice,
      isNumber: true,
      isWideOnly: true,
      cell: (item) => format.money(item.unitPrice),
    },
    {
      id: 'quantity',
      title: t.purchases.columns.pieces,
      isNumber: true,
      cell: (item) => format.number(item.quantity),
    },
    { id: 'price', title: t.purchases.price, isNumber: true, cell: (item) => format.money(item.price) },
  ];
  return <Table label={t.purchases.items} columns={columns} rows={rows} idOf={({ number }) => String(number)} />;
}
