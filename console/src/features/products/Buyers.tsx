import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { loadBuyers } from '~/api/shop';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Figures } from '~/ui/FactList';
import { PurchaseTable } from '~/ui/PurchaseTable';
import { Empty, ErrorBox, Skeleton } from '~/ui/states';

// Who bought a product and what else they have, as far as the newest purchases of the store tell.
export function Buyers({ productId }: { productId: string }) {
  const t = useText();
  const format = useFormat();
  const buyers = useQuery({ queryKey: ['products', productId, 'buyers'], queryFn: () => loadBuyers(productId) });
  if (buyers.error && !buyers.data) return <ErrorBox error={buyers.error} onRetry={() => void buyers.refetch()} />;
  if (!buyers.data) return <Skeleton lines={8} />;
  const { data } = buyers;
  const share = (count: number) => format.percent(count / Math.max(1, data.buyers));
  const list = {
    rows: data.newest,
    isLoading: false,
    isLoadingMore: false,
    error: null,
    loadMore: undefined,
    refresh: () => void buyers.refetch(),
  };
  return (
    <div className="stack">
      <Figures
        facts={[
          [t.products.buyers, format.number(data.buyers)],
          [t.purchases.title, format.number(data.purchases)],
          [t.products.units, format.number(data.units)],
        ]}
      />
      {!data.isAll && <p className="dim">{t.products.lookedAt(format.number(data.lookedAt))}</p>}
      {data.alsoBought.length > 0 && (
        <section className="card">
          <header>
            <h2>{t.products.alsoBought}</h2>
          </header>
          <ol className="also-bought">
            {data.alsoBought.map((other) => (
              <li key={other.id}>
                <Link href={`/products/${other.id}`}>{other.name}</Link>
                <meter min={0} max={data.buyers} value={other.buyers} aria-label={t.products.shareOf(other.name)} />
                <span className="figures">{t.products.ofBuyers(format.number(other.buyers), share(other.buyers))}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
      <h2>{t.products.newest}</h2>
      <PurchaseTable
        label={t.products.newest}
        list={list}
        empty={<Empty title={t.products.nobodyTitle}>{t.products.nobody}</Empty>}
      />
    </div>
  );
}
