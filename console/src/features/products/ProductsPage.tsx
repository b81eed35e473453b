import { Link, useLocation } from 'wouter';
import { useList } from '~/api/lists';
import { loadProducts, type Product } from '~/api/shop';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { ImportLink } from '~/ui/ImportLink';
import { ListView } from '~/ui/ListView';
import { ProductPicture } from '~/ui/ProductPicture';
import { SearchField } from '~/ui/SearchField';
import { Empty } from '~/ui/states';
import type { Column } from '~/ui/Table';
import { useSearch } from '~/ui/useSearch';
import { Availability } from './Availability';

export default function ProductsPage() {
  const t = useText();
  const format = useFormat();
  const [, go] = useLocation();
  const search = useSearch();
  const list = useList(
    ['products', 'list', search.asked],
    (cursor, signal) => loadProducts(search.asked, cursor, signal),
    { keepPrevious: true },
  );
  const hasPictures = list.rows.some((product) => product.thumbnailUrl || product.imageUrl);
  const columns: Column<Product>[] = [
    {
      id: 'name',
      title: t.products.columns.name,
      cell: (product) => (
        <span className="product-name">
          {hasPictures && <ProductPicture address={product.thumbnailUrl || product.imageUrl} />}
          <Link href={`/products/${product.id}`} className="row-link" tabIndex={-1}>
            {product.name}
          </Link>
        </span>
      ),
    },
    {
      id: 'id',
      title: t.products.columns.id,
      isWideOnly: true,
      cell: (product) => <span className="dim">{product.productId}</span>,
    },
    {
      id: 'brand',
      title: t.products.columns.brand,
      isWideOnly: true,
      cell: (product) => <span className="dim">{product.brand}</span>,
    },
    {
      id: 'availability',
      title: t.products.columns.availability,
      isWideOnly: true,
      cell: (product) => <Availability of={product} />,
    },
    {
      id: 'price',
      title: t.products.columns.price,
      isNumber: true,
      cell: (product) => format.money(product.unitPrice),
    },
    {
      id: 'updated',
      title: t.products.columns.updated,
      isNumber: true,
      isWideOnly: true,
      cell: (product) => format.ago(product.updatedAt),
    },
  ];
  return (
    <div className="page full">
      <div className="page-head">
        <h1>{t.products.title}</h1>
        <span className="grow" />
        <SearchField label={t.products.search} hint={t.products.searchHint} search={search} />
      </div>
      <ListView
        label={t.products.title}
        list={list}
        columns={columns}
        idOf={(product) => product.id}
        onOpen={(product) => go(`/products/${product.id}`)}
        empty={
          search.asked ? (
            <Empty
              title={t.products.nothingTitle}
              action={<Button onClick={() => search.setTyped('')}>{t.purchases.showAll}</Button>}
            >
              {t.products.nothing}
            </Empty>
          ) : (
            <Empty title={t.products.noneTitle} action={<ImportLink />}>
              {t.products.none}
            </Empty>
          )
        }
      />
    </div>
  );
}
