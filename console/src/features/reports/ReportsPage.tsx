import './reports.css';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { bodyOf, client, type Schemas } from '~/api/client';
import { useList } from '~/api/lists';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { IfMay } from '~/ui/IfMay';
import { ListView } from '~/ui/ListView';
import { Empty } from '~/ui/states';
import type { Column } from '~/ui/Table';
import { ReportDialog } from './ReportDialog';
import { nameOf } from './words';

type Report = Schemas['Report'];

// Questions about what happened, kept under a name.
export default function ReportsPage() {
  const t = useText();
  const format = useFormat();
  const [, go] = useLocation();
  const [isMaking, setIsMaking] = useState(false);
  const list = useList(['reports', 'list'], (cursor, signal) =>
    bodyOf(client.GET('/admin/v1/reports/', { params: { query: { pageSize: 50, cursor } }, signal })),
  );
  const columns: Column<Report>[] = [
    {
      id: 'name',
      title: t.reports.columns.name,
      cell: (report) => (
        <Link href={`/reports/${report.id}`} className="row-link" tabIndex={-1}>
          {report.name}
        </Link>
      ),
    },
    { id: 'category', title: t.reports.columns.category, cell: (report) => t.reports.categories[report.category] },
    {
      id: 'by',
      title: t.reports.columns.by,
      isWideOnly: true,
      cell: (report) => <span className="dim">{report.groupings.map((one) => nameOf(one, t)).join(', ')}</span>,
    },
    {
      id: 'metrics',
      title: t.reports.columns.metrics,
      isWideOnly: true,
      cell: (report) => <span className="dim">{report.metrics.map((one) => nameOf(one, t)).join(', ')}</span>,
    },
    {
      id: 'updated',
      title: t.reports.columns.updated,
      isNumber: true,
      isWideOnly: true,
      cell: (report) => format.ago(report.updatedAt),
    },
  ];
  const make = (
    <IfMay scope="report:write">
      <Button look="main" icon={<Plus aria-hidden />} onClick={() => setIsMaking(true)}>
        {t.reports.new}
      </Button>
    </IfMay>
  );
  return (
    <div className="page full">
      <div className="page-head">
        <h1>{t.reports.title}</h1>
        <span className="grow" />
        {make}
      </div>
      <ListView
        label={t.reports.title}
        list={list}
        columns={columns}
        idOf={(report) => report.id}
        onOpen={(report) => go(`/reports/${report.id}`)}
        empty={
          <Empty title={t.reports.noneTitle} action={make}>
            {t.reports.none}
          </Empty>
        }
      />
      {isMaking && <ReportDialog onClose={() => setIsMaking(false)} onSaved={(made) => go(`/reports/${made.id}`)} />}
    </div>
  );
}
