import type { ReactNode } from 'react';
import type { List } from '~/api/lists';
import { ErrorBox, Skeleton } from './states';
import { type Column, Table } from './Table';

interface Props<Row> {
  label: string;
  list: List<Row>;
  columns: Column<Row>[];
  idOf: (row: Row) => string;
  onOpen?: (row: Row) => void;
  // What stands there when the list has no rows.
  empty: ReactNode;
}

// A list of the server as a table: loading, failed, empty, or its rows.
export function ListView<Row>({ label, list, columns, idOf, onOpen, empty }: Props<Row>) {
  if (list.error && !list.rows.length) return <ErrorBox error={list.error} onRetry={list.refresh} />;
  if (list.isLoading) return <Skeleton lines={10} />;
  if (!list.rows.length && !list.loadMore) return empty;
  return (
    <Table
      label={label}
      columns={columns}
      rows={list.rows}
      idOf={idOf}
      onOpen={onOpen}
      loadMore={list.loadMore}
      isLoadingMore={list.isLoadingMore}
    />
  );
}
