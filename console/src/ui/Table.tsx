import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useText } from '~/text/t';
import { Button } from './Button';

export interface Column<Row> {
  id: string;
  title: string;
  cell: (row: Row) => ReactNode;
  isNumber?: boolean;
  // Left out on a phone.
  isWideOnly?: boolean;
}

interface Props<Row> {
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  idOf: (row: Row) => string;
  onOpen?: (row: Row) => void;
  loadMore?: () => void;
  isLoadingMore?: boolean;
}

// The rows of a list. One of them can be reached with Tab; the arrows, Home and End go from row to row, Enter opens it.
// More rows are loaded when the end comes into view.
export function Table<Row>({ label, columns, rows, idOf, onOpen, loadMore, isLoadingMore }: Props<Row>) {
  const t = useText();
  const body = useRef<HTMLTableSectionElement>(null);
  const end = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = end.current;
    if (!element || !loadMore) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && loadMore(),
      {
        rootMargin: '400px',
      },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [loadMore]);

  const move = (event: KeyboardEvent<HTMLTableRowElement>, row: Row) => {
    if (event.target !== event.currentTarget) return;
    const all = [...(body.current?.rows ?? [])];
    const at = all.indexOf(event.currentTarget);
    const places: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 };
    const place = places[event.key];
    if (event.key === 'Enter') onOpen?.(row);
    else if (place === undefined) return;
    else all[place]?.focus();
    event.preventDefault();
  };

  const classOf = (column: Column<Row>) =>
    [column.isNumber && 'right', column.isWideOnly && 'wide-only'].filter(Boolean).join(' ') || undefined;

  return (
    <section className="table-frame" aria-label={label} tabIndex={onOpen ? undefined : 0}>
      <table className="table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={classOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row, number) => (
            <tr
              key={idOf(row)}
              tabIndex={onOpen ? (number === 0 ? 0 : -1) : undefined}
              onClick={(event) => {
                if (!(event.target as Element).closest('a, button')) onOpen?.(row);
              }}
              onKeyDown={(event) => move(event, row)}
            >
              {columns.map((column) => (
                <td key={column.id} className={classOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {loadMore && (
        <div className="more" ref={end}>
          <Button small look="quiet" onClick={loadMore} disabled={isLoadingMore}>
            {isLoadingMore ? t.states.loading : t.actions.loadMore}
          </Button>
        </div>
      )}
    </section>
  );
}
