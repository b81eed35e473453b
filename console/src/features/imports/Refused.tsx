import { useQuery } from '@tanstack/react-query';
import { readText } from '~/api/client';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { ErrorBox, Skeleton } from '~/ui/states';
import { type Column, Table } from '~/ui/Table';
import { beginningOf, type Row } from './csv';

const rowsShown = 20;
const bytesRead = 65_536;

// The first of the refused rows, each with its line and the reason. The rest is in the report.
export function Refused({ address, id, total }: { address: string; id: string; total: number }) {
  const t = useText();
  const format = useFormat();
  const report = useQuery({
    queryKey: ['imports', 'report', id],
    queryFn: async ({ signal }) => {
      const bytes = new TextEncoder().encode(await readText(address, bytesRead, signal));
      return beginningOf(bytes, ',', false, rowsShown);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (report.error) return <ErrorBox error={report.error} onRetry={() => void report.refetch()} />;
  if (!report.data) return <Skeleton lines={4} />;
  const columns: Column<Row>[] = report.data.columns.map((name, number) => ({
    id: name,
    title: name === 'line' ? t.imports.line : name === 'reason' ? t.imports.reason : name,
    isWideOnly: number > 1,
    cell: (row) => (number > 1 ? <span className="dim">{row.cells[number]}</span> : row.cells[number]),
  }));
  return (
    <section className="stack">
      <h2>{t.imports.refusedRows(format.number(report.data.rows.length), format.number(total))}</h2>
      <Table
        label={t.imports.columns.refused}
        columns={columns}
        rows={report.data.rows}
        idOf={(row) => String(row.line)}
      />
    </section>
  );
}
