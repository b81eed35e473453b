import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { bodyOf, client, type Schemas } from '~/api/client';
import { useStore } from '~/api/store';
import { dayInZone, daysBefore } from '~/text/days';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { type Bar, Bars } from '~/ui/chart/Bars';
import { IfMay } from '~/ui/IfMay';
import { ErrorBox, Skeleton } from '~/ui/states';
import { Table } from '~/ui/Table';

type Report = Schemas['Report'];

const salesMetrics = ['numberOfPurchases', 'totalPurchaseAmount'];
const wanted = {
  sales: { name: 'Purchases by day', category: 'purchases', groupings: ['date'], metrics: salesMetrics },
  people: {
    name: 'New contacts by week',
    category: 'contacts',
    groupings: ['weekStart'],
    metrics: ['incrementOfContacts'],
  },
} as const;

const reportsRead = 100;

// The report that asks for exactly this, of those that the store keeps.
function useReport(kind: keyof typeof wanted) {
  const { category, groupings, metrics } = wanted[kind];
  return useQuery({
    queryKey: ['reports', 'all'],
    queryFn: () => bodyOf(client.GET('/admin/v1/reports/', { params: { query: { pageSize: reportsRead } } })),
    staleTime: 60_000,
    select: (page): Report | null =>
      page.results.find(
        (report) =>
          report.category === category &&
          report.groupings.join() === groupings.join() &&
          metrics.every((metric) => report.metrics.includes(metric as never)) &&
          Object.keys(report.filters).length === 0,
      ) ?? null,
  });
}

function useRows(report: Report | null | undefined, days: number) {
  const { data: store } = useStore();
  const today = dayInZone(new Date(), store?.timezone ?? 'UTC');
  const range = { fromDate: daysBefore(today, days - 1), toDate: today };
  return useQuery({
    queryKey: ['reports', report?.id, 'rows', range],
    queryFn: () =>
      bodyOf(client.GET('/admin/v1/reports/{id}/rows', { params: { path: { id: report?.id ?? '' }, query: range } })),
    enabled: report != null && store !== undefined,
    staleTime: 60_000,
  });
}

export function SalesCard() {
  const t = useText();
  const format = useFormat();
  const report = useReport('sales');
  const rows = useRows(report.data, 60);
  const columns = rows.data?.columns ?? [];
  const at = (name: string) => columns.indexOf(name);
  const all = (rows.data?.rows ?? []).map((row) => ({
    id: String(row[0]),
    label: format.day(`${row[0]}T00:00:00Z`),
    value: Number(row[at('totalPurchaseAmount')] ?? 0),
    purchases: Number(row[at('numberOfPurchases')] ?? 0),
  }));
  const bars = all.slice(-30);
  const sum = (part: { value: number }[]) => part.reduce((total, bar) => total + bar.value, 0);
  const before = sum(all.slice(0, -30));
  const change = before > 0 ? sum(bars) / before - 1 : undefined;
  const purchases = bars.reduce((total, bar) => total + bar.purchases, 0);
  return (
    <ReportCard
      kind="sales"
      title={t.home.sales}
      span={t.home.last30}
      figure={format.money(sum(bars))}
      aside={
        <>
          {format.number(purchases)} {t.home.purchases}
          {change !== undefined && ` · ${t.home.comparedBefore(`${change > 0 ? '+' : ''}${format.percent(change)}`)}`}
        </>
      }
      report={report}
      rows={rows}
      bars={bars}
      labelTitle={t.home.day}
      valueTitle={t.home.amount}
      valueWords={format.money}
    />
  );
}

export function PeopleCard() {
  const t = useText();
  const format = useFormat();
  const report = useReport('people');
  const rows = useRows(report.data, 84);
  const bars = (rows.data?.rows ?? []).map((row) => ({
    id: String(row[0]),
    label: format.day(`${row[0]}T00:00:00Z`),
    value: Number(row[1] ?? 0),
  }));
  return (
    <ReportCard
      kind="people"
      title={t.home.people}
      span={t.home.last12weeks}
      figure={format.number(bars.reduce((total, bar) => total + bar.value, 0))}
      aside={null}
      report={report}
      rows={rows}
      bars={bars}
      labelTitle={t.home.week}
      valueTitle={t.home.people}
      valueWords={format.number}
    />
  );
}

interface CardProps {
  kind: keyof typeof wanted;
  title: string;
  span: string;
  figure: string;
  aside: ReactNode;
  report: ReturnType<typeof useReport>;
  rows: ReturnType<typeof useRows>;
  bars: Bar[];
  labelTitle: string;
  valueTitle: string;
  valueWords: (value: number) => string;
}

function ReportCard({
  kind,
  title,
  span,
  figure,
  aside,
  report,
  rows,
  bars,
  labelTitle,
  valueTitle,
  valueWords,
}: CardProps) {
  const t = useText();
  const queries = useQueryClient();
  const [isTable, setIsTable] = useState(false);
  const make = useMutation({
    mutationFn: () => bodyOf(client.POST('/admin/v1/reports/', { body: { ...wanted[kind] } as never })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['reports'] }),
  });
  const error = report.error ?? rows.error;
  return (
    <section className="card report-card">
      <header>
        <h2>
          {title} <span className="dim">{span}</span>
        </h2>
        {bars.length > 0 && (
          <Button look="quiet" small onClick={() => setIsTable(!isTable)}>
            {isTable ? t.home.asChart : t.home.asTable}
          </Button>
        )}
      </header>
      <div className="report-body">
        {error ? (
          <ErrorBox error={error} onRetry={() => void rows.refetch()} />
        ) : report.data === null ? (
          <div className="no-report">
            <p className="dim">{t.home.noReport}</p>
            <IfMay scope="report:write">
              <Button onClick={() => make.mutate()} disabled={make.isPending}>
                {t.home.makeReport}
              </Button>
            </IfMay>
          </div>
        ) : rows.data ? (
          <>
            <p>
              <span className="report-figure figures">{figure}</span> <span className="dim">{aside}</span>
            </p>
            {isTable ? (
              <div className="report-table">
                <Table
                  label={title}
                  rows={[...bars].reverse()}
                  idOf={(bar) => bar.id}
                  columns={[
                    { id: 'label', title: labelTitle, cell: (bar) => bar.label },
                    { id: 'value', title: valueTitle, isNumber: true, cell: (bar) => valueWords(bar.value) },
                  ]}
                />
              </div>
            ) : (
              <Bars title={title} bars={bars} valueWords={valueWords} />
            )}
          </>
        ) : (
          <Skeleton lines={6} />
        )}
      </div>
    </section>
  );
}
