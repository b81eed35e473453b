import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { bodyOf, client, type Schemas, saveBlob } from '~/api/client';
import { useFormat } from '~/text/format';
import { useLanguage } from '~/text/language';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { Bars } from '~/ui/chart/Bars';
import { Empty, ErrorBox, Skeleton } from '~/ui/states';
import { type Column, Table } from '~/ui/Table';
import { type Cell, csvOf, groupWords, metricWords, nameOf } from './words';

const rowsMax = 1_000;
const barsMax = 120;

interface Props {
  report: Schemas['Report'];
  from: string;
  to: string;
  // That which is drawn.
  metric: string;
}

// What a report tells of some days, drawn and as a table, and as a file of the same.
export function ReportRows({ report, from, to, metric }: Props) {
  const t = useText();
  const format = useFormat();
  const language = useLanguage();
  const answer = useQuery({
    queryKey: ['reports', report.id, 'rows', report.updatedAt, from, to],
    queryFn: ({ signal }) =>
      bodyOf(
        client.GET('/admin/v1/reports/{id}/rows', {
          params: { path: { id: report.id }, query: { fromDate: from, toDate: to, limit: rowsMax } },
          signal,
        }),
      ),
    placeholderData: (before) => before,
  });
  if (answer.error) return <ErrorBox error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <Skeleton lines={10} />;
  const { columns: names, rows, totalRows } = answer.data;
  if (rows.length === 0) return <Empty title={t.reports.emptyTitle}>{t.reports.empty}</Empty>;

  const groups = report.groupings.length;
  const words = (row: Cell[], at: number) =>
    at < groups
      ? groupWords(names[at] ?? '', row[at] ?? null, t, format, language)
      : metricWords(names[at] ?? '', row[at] ?? null, format);
  const label = (row: Cell[]) =>
    row
      .slice(0, groups)
      .map((_, at) => words(row, at))
      .join(' · ');
  const drawn = names.indexOf(metric);
  const columns: Column<Cell[]>[] = names.map((name, at) => ({
    id: name,
    title: nameOf(name, t),
    isNumber: at >= groups,
    isWideOnly: at > 0 && at !== drawn,
    cell: (row) => words(row, at),
  }));
  const save = () =>
    saveBlob(
      new Blob([
        csvOf(
          names.map((name) => nameOf(name, t)),
          rows.map((row) => row.map((cell, at) => (at < groups ? words(row, at) : cell))),
        ),
      ]),
      `${report.name} ${from} ${to}.csv`,
    );
  return (
    <>
      {groups > 0 && drawn >= 0 && (
        <section className="card report-chart">
          <header>
            <h2>{nameOf(metric, t)}</h2>
          </header>
          <Bars
            title={nameOf(metric, t)}
            bars={rows
              .slice(0, barsMax)
              .map((row, number) => ({ id: String(number), label: label(row), value: Number(row[drawn] ?? 0) }))}
            valueWords={(value) => metricWords(metric, value, format)}
          />
          {rows.length > barsMax && <p className="dim">{t.reports.firstBars(format.number(barsMax))}</p>}
        </section>
      )}
      <div className="report-table-head">
        <span className="dim">
          {totalRows > rows.length
            ? t.reports.firstRows(format.number(rows.length), format.number(totalRows))
            : t.reports.rows(format.number(totalRows), totalRows === 1)}
        </span>
        <Button small icon={<Download aria-hidden />} onClick={save}>
          {t.reports.save}
        </Button>
      </div>
      <Table
        label={report.name}
        columns={columns}
        rows={rows}
        idOf={(row) => (groups ? JSON.stringify(row.slice(0, groups)) : 'all')}
      />
    </>
  );
}
