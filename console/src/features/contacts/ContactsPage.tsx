import { ListFilter, UsersRound, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { type Contact, loadContacts, nameOf } from '~/api/contacts';
import { filterFor } from '~/api/contactText';
import { type Filter, filterOf } from '~/api/filters';
import { useList } from '~/api/lists';
import { useMay } from '~/api/session';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Badge } from '~/ui/Badge';
import { Button } from '~/ui/Button';
import { useFilterWords } from '~/ui/filter/filterWords';
import { countWords, useCount } from '~/ui/filter/useCount';
import { IfMay } from '~/ui/IfMay';
import { ImportLink } from '~/ui/ImportLink';
import { ListView } from '~/ui/ListView';
import { SearchField } from '~/ui/SearchField';
import { Empty } from '~/ui/states';
import type { Column } from '~/ui/Table';
import { useSearch } from '~/ui/useSearch';

const everybody: Filter = { field: '_createdAt', is: 'isSet' };

const BulkDialog = lazy(() => import('./BulkDialog'));
const FilterDialog = lazy(() => import('~/ui/filter/FilterDialog'));

export default function ContactsPage() {
  const t = useText();
  const [, go] = useLocation();
  const [parameters, setParameters] = useSearchParams();
  const [isFiltering, setIsFiltering] = useState(false);
  const [isActing, setIsActing] = useState(false);
  const may = useMay();
  const filterText = parameters.get('filter');
  const filter = filterOf(filterText);
  const search = useSearch();
  const { asked } = search;
  const list = useList(
    ['contacts', 'list', asked, filterText],
    (cursor, signal) => loadContacts({ text: asked, filter }, cursor, signal),
    { keepPrevious: true },
  );
  const columns = useColumns();
  const format = useFormat();
  // How many there are of whom the list shows.
  const people = useCount(filter ?? (asked ? filterFor(asked) : everybody));
  const setFilter = (next: Filter | undefined) => {
    search.setTyped('');
    setParameters(next ? { filter: JSON.stringify(next) } : {});
  };

  return (
    <div className="page full">
      <div className="page-head">
        <h1>{t.contacts.title}</h1>
        {list.rows.length > 0 && people.data && <span className="dim figures">{countWords(people.data, format)}</span>}
        <span className="grow" />
        <SearchField
          label={t.contacts.search}
          hint={t.contacts.searchHint}
          search={search}
          disabled={filter !== undefined}
        />
        <Button icon={<ListFilter aria-hidden />} onClick={() => setIsFiltering(true)}>
          {filter ? t.contacts.editFilter : t.contacts.addFilter}
        </Button>
        {(['segment:write', 'workflow:run', 'export:write'] as const).some(may) && (
          <Button icon={<UsersRound aria-hidden />} disabled={list.rows.length === 0} onClick={() => setIsActing(true)}>
            {t.bulk.open}
          </Button>
        )}
      </div>
      {filter && <FilterBar filter={filter} onClear={() => setFilter(undefined)} />}
      <ListView
        label={t.contacts.title}
        list={list}
        columns={columns}
        idOf={(contact) => contact.id}
        onOpen={(contact) => go(`/contacts/${contact.id}`)}
        empty={
          asked || filter ? (
            <Empty
              title={t.contacts.nobodyTitle}
              action={
                <Button
                  onClick={() => {
                    search.setTyped('');
                    setParameters({});
                  }}
                >
                  {t.contacts.clearFilter}
                </Button>
              }
            >
              {t.contacts.nobody}
            </Empty>
          ) : (
            <Empty title={t.contacts.noneTitle} action={<ImportLink />}>
              {t.contacts.none}
            </Empty>
          )
        }
      />
      {isActing && (
        <Suspense fallback={null}>
          <BulkDialog wanted={{ text: asked, filter }} onClose={() => setIsActing(false)} />
        </Suspense>
      )}
      {isFiltering && (
        <Suspense fallback={null}>
          <FilterDialog
            title={t.contacts.filterTitle}
            filter={filter}
            confirm={t.contacts.apply}
            onClose={() => setIsFiltering(false)}
            onDone={(next) => {
              setIsFiltering(false);
              setFilter(next);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

function useColumns(): Column<Contact>[] {
  const t = useText();
  const format = useFormat();
  return [
    {
      id: 'name',
      title: t.contacts.columns.name,
      cell: (contact) => (
        <>
          <Link href={`/contacts/${contact.id}`} className="row-link" tabIndex={-1}>
            {nameOf(contact) || t.contacts.unnamed}
          </Link>
          {contact._email !== nameOf(contact) && <span className="narrow-only dim">{contact._email}</span>}
        </>
      ),
    },
    {
      id: 'email',
      title: t.contacts.columns.email,
      isWideOnly: true,
      cell: (contact) => <span className="dim">{contact._email}</span>,
    },
    {
      id: 'newsletter',
      title: t.contacts.columns.newsletter,
      isWideOnly: true,
      cell: ({ _newsletterSubscriptionStatus: status }) =>
        status === 'none' ? (
          <span className="dim">{t.contacts.newsletter.none}</span>
        ) : (
          <Badge tone={status === 'subscribed' ? 'good' : 'warning'}>{t.contacts.newsletter[status]}</Badge>
        ),
    },
    {
      id: 'purchases',
      title: t.contacts.columns.purchases,
      isNumber: true,
      isWideOnly: true,
      cell: (contact) => format.number(contact._totalPurchases),
    },
    {
      id: 'spent',
      title: t.contacts.columns.spent,
      isNumber: true,
      cell: (contact) => format.money(contact._totalPurchasesAmount),
    },
    {
      id: 'last',
      title: t.contacts.columns.last,
      isNumber: true,
      isWideOnly: true,
      cell: (contact) => (contact._lastPurchaseDate ? format.date(contact._lastPurchaseDate) : '–'),
    },
    {
      id: 'created',
      title: t.contacts.columns.created,
      isNumber: true,
      isWideOnly: true,
      cell: (contact) => format.date(contact._createdAt),
    },
  ];
}

function FilterBar({ filter, onClear }: { filter: Filter; onClear: () => void }) {
  const t = useText();
  const words = useFilterWords(filter);
  return (
    <div className="filter-bar">
      <Badge tone="accent">{t.contacts.filtered}</Badge>
      <span className="filter-words sentence">{words}</span>
      <IfMay scope="segment:write">
        <Link href={`/segments/new?filter=${encodeURIComponent(JSON.stringify(filter))}`}>
          {t.contacts.saveAsSegment}
        </Link>
      </IfMay>
      <Button look="quiet" small icon={<X aria-hidden />} onClick={onClear}>
        {t.contacts.clearFilter}
      </Button>
    </div>
  );
}
