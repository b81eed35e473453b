import './reports.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'wouter';
import { client } from '~/api/client';
import { loadReport, type ReadReport } from '~/api/reports';
import { useStore } from '~/api/store';
import { dayInZone, daysBefore } from '~/text/days';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { Select, TextField } from '~/ui/fields';
import { IfMay } from '~/ui/IfMay';
import { One } from '~/ui/One';
import { TypedNameDialog } from '~/ui/TypedNameDialog';
import { say } from '~/ui/toasts';
import { ReportDialog } from './ReportDialog';
import { ReportRows } from './ReportRows';
import { nameOf } from './words';

const daysChoices = [7, 30, 90, 365];
const daysFirst = 30;

// The days and the metric that is drawn are in the address: from, to, metric.
export default function ReportPage() {
  const t = useText();
  const { id = '' } = useParams();
  const report = useQuery({
    queryKey: ['reports', id],
    queryFn: () => loadReport(id),
  });
  const gone = { title: t.reports.gone, help: t.reports.goneHelp, list: t.reports.title, href: '/reports' };
  return (
    <One of={report} gone={gone}>
      {(known) => <Known report={known} />}
    </One>
  );
}

function Known({ report }: { report: ReadReport }) {
  const t = useText();
  const [, go] = useLocation();
  const queries = useQueryClient();
  const { data: store } = useStore();
  const [parameters, setParameters] = useSearchParams();
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const close = () => setOpen(undefined);
  const today = dayInZone(new Date(), store?.timezone ?? 'UTC');
  const from = parameters.get('from') ?? daysBefore(today, daysFirst - 1);
  const to = parameters.get('to') ?? today;
  const asked = parameters.get('metric') ?? '';
  const metric = report.metrics.includes(asked) ? asked : (report.metrics[0] ?? '');
  const set = (change: Record<string, string>) =>
    setParameters({ ...Object.fromEntries(parameters), ...change }, { replace: true });
  const days = daysChoices.find((count) => to === today && from === daysBefore(today, count - 1));
  const filters = Object.keys(report.filters).length;
  return (
    <div className="page">
      <div className="page-head">
        <Link href="/reports" className="crumb">
          {t.reports.title}
        </Link>
        <span className="crumb" aria-hidden>
          /
        </span>
        <h1>{report.name}</h1>
        <span className="dim">{t.reports.categories[report.category]}</span>
        <span className="grow" />
        <IfMay scope="report:write">
          <Button icon={<Pencil aria-hidden />} onClick={() => setOpen('edit')}>
            {t.integrations.edit}
          </Button>
          <Button look="danger" icon={<Trash2 aria-hidden />} onClick={() => setOpen('delete')}>
            {t.actions.delete}
          </Button>
        </IfMay>
      </div>
      {filters > 0 && <p className="dim">{t.reports.filtered}</p>}
      <div className="report-filters">
        <Select
          label={t.reports.days}
          value={days ? String(days) : ''}
          choices={[
            ...daysChoices.map((count) => ({ id: String(count), label: t.reports.lastDays(count) })),
            ...(days ? [] : [{ id: '', label: t.reports.ownDays }]),
          ]}
          onChange={(count) => count && set({ from: daysBefore(today, Number(count) - 1), to: today })}
        />
        <TextField
          label={t.exports.from}
          type="date"
          max={to}
          value={from}
          onChange={(day) => day && set({ from: day, to })}
        />
        <TextField
          label={t.exports.to}
          type="date"
          min={from}
          value={to}
          onChange={(day) => day && set({ from, to: day })}
        />
        {report.metrics.length > 1 && (
          <Select
            label={t.reports.drawn}
            value={metric}
            choices={report.metrics.map((one) => ({ id: one, label: nameOf(one, t) }))}
            onChange={(one) => set({ metric: one })}
          />
        )}
      </div>
      <ReportRows report={report} from={from} to={to} metric={metric} />
      {open === 'edit' && (
        <ReportDialog
          report={report}
          onClose={close}
          onSaved={() => {
            say(t.reports.saved);
            close();
          }}
        />
      )}
      {open === 'delete' && (
        <TypedNameDialog
          title={t.integrations.deleteTitle(report.name)}
          lead={t.reports.deleteLead}
          word={report.name}
          ask={t.people.type(report.name)}
          confirm={t.actions.delete}
          onClose={close}
          act={async () => {
            await client.DELETE('/admin/v1/reports/{id}', { params: { path: { id: report.id } } });
            say(t.reports.deleted);
            go('/reports');
            queries.removeQueries({ queryKey: ['reports', report.id] });
            void queries.invalidateQueries({ queryKey: ['reports'] });
          }}
        />
      )}
    </div>
  );
}
