import './imports.css';
import { Link, useLocation, useSearchParams } from 'wouter';
import { type Import, loadImports } from '~/api/imports';
import { useList } from '~/api/lists';
import { useLive } from '~/api/live';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { ImportLink } from '~/ui/ImportLink';
import { ListView } from '~/ui/ListView';
import { Empty } from '~/ui/states';
import type { Column } from '~/ui/Table';
import { ImportState } from './ImportState';

// Files that were taken in. Past purchases are a list of their own: `?of=purchases`.
export default function ImportsPage() {
  const t = useText();
  const format = useFormat();
  const [, go] = useLocation();
  const [parameters, setParameters] = useSearchParams();
  const isOfPurchases = parameters.get('of') === 'purchases';
  const list = useList(['imports', isOfPurchases], (cursor, signal) => loadImports(isOfPurchases, cursor, signal));
  useLive(['imports'], [['imports', isOfPurchases]]);
  const pathOf = (one: Import) => `/imports/${one.type === 'purchases' ? 'purchases' : 'files'}/${one.id}`;
  const columns: Column<Import>[] = [
    {
      id: 'what',
      title: t.imports.columns.what,
      cell: (one) => (
        <Link href={pathOf(one)} className="row-link" tabIndex={-1}>
          {t.imports.kinds[one.type]}
        </Link>
      ),
    },
    { id: 'state', title: t.imports.columns.state, cell: (one) => <ImportState of={one} /> },
    {
      id: 'taken',
      title: t.imports.columns.taken,
      isNumber: true,
      isWideOnly: true,
      cell: (one) => format.number(one.success),
    },
    {
      id: 'refused',
      title: t.imports.columns.refused,
      isNumber: true,
      isWideOnly: true,
      cell: (one) => (one.errors ? <span className="refused">{format.number(one.errors)}</span> : '0'),
    },
    {
      id: 'origin',
      title: t.imports.columns.origin,
      isWideOnly: true,
      cell: (one) => <span className="dim">{t.imports.origins[one.origin]}</span>,
    },
    {
      id: 'at',
      title: t.imports.columns.at,
      isNumber: true,
      isWideOnly: true,
      cell: (one) => format.ago(one.createdAt),
    },
  ];
  return (
    <div className="page full">
      <div className="page-head">
        <h1>{t.imports.title}</h1>
        <fieldset className="view-switch">
          <legend className="unseen">{t.imports.columns.what}</legend>
          {[false, true].map((one) => (
            <button
              key={String(one)}
              type="button"
              className="toggle"
              aria-pressed={one === isOfPurchases}
              onClick={() => setParameters(one ? { of: 'purchases' } : {}, { replace: true })}
            >
              {one ? t.imports.kinds.purchases : t.imports.others}
            </button>
          ))}
        </fieldset>
        <span className="grow" />
        <ImportLink />
      </div>
      <ListView
        label={t.imports.title}
        list={list}
        columns={columns}
        idOf={(one) => one.id}
        onOpen={(one) => go(pathOf(one))}
        empty={
          <Empty title={t.imports.noneTitle} action={<ImportLink />}>
            {t.imports.none}
          </Empty>
        }
      />
    </div>
  );
}
