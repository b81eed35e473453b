import { useList } from '~/api/lists';
import { loadPurchases } from '~/api/shop';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { ImportLink } from '~/ui/ImportLink';
import { PurchaseTable } from '~/ui/PurchaseTable';
import { SearchField } from '~/ui/SearchField';
import { Empty } from '~/ui/states';
import { useSearch } from '~/ui/useSearch';

export default function PurchasesPage() {
  const t = useText();
  const search = useSearch();
  const list = useList(
    ['purchases', 'list', search.asked],
    (cursor, signal) => loadPurchases(search.asked, cursor, signal),
    { keepPrevious: true },
  );
  return (
    <div className="page full">
      <div className="page-head">
        <h1>{t.purchases.title}</h1>
        <span className="grow" />
        <SearchField label={t.purchases.search} hint={t.purchases.searchHint} search={search} />
      </div>
      <PurchaseTable
        label={t.purchases.title}
        list={list}
        empty={
          search.asked ? (
            <Empty
              title={t.purchases.nothingTitle}
              action={<Button onClick={() => search.setTyped('')}>{t.purchases.showAll}</Button>}
            >
              {t.purchases.nothing}
            </Empty>
          ) : (
            <Empty title={t.purchases.noneTitle} action={<ImportLink />}>
              {t.purchases.none}
            </Empty>
          )
        }
      />
    </div>
  );
}
