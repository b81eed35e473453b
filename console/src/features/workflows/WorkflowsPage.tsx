import './workflow.css';
import { Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { useWorkflows, type Workflow } from '~/api/workflows';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Badge } from '~/ui/Badge';
import { Button } from '~/ui/Button';
import { IfMay } from '~/ui/IfMay';
import { Empty, ErrorBox, Skeleton } from '~/ui/states';
import { type Column, Table } from '~/ui/Table';
import { WorkflowStatus } from './WorkflowStatus';

const NewWorkflowDialog = lazy(() => import('./NewWorkflowDialog'));

export default function WorkflowsPage() {
  const t = useText();
  const format = useFormat();
  const [, go] = useLocation();
  const [parameters, setParameters] = useSearchParams();
  const workflows = useWorkflows();
  const create = (
    <IfMay scope="workflow:write">
      <Button look="main" icon={<Plus aria-hidden />} onClick={() => setParameters({ new: '1' })}>
        {t.builder.new}
      </Button>
    </IfMay>
  );
  const columns: Column<Workflow>[] = [
    {
      id: 'name',
      title: t.workflows.columns.name,
      cell: (workflow) => (
        <Link href={`/workflows/${workflow.id}`} className="row-link" tabIndex={-1}>
          {workflow.name}
        </Link>
      ),
    },
    {
      id: 'status',
      title: t.workflows.columns.status,
      cell: (workflow) => <WorkflowStatus status={workflow.status} />,
    },
    {
      id: 'tags',
      title: t.workflows.columns.tags,
      isWideOnly: true,
      cell: (workflow) => workflow.tags.map((tag) => <Badge key={tag}>{tag}</Badge>),
    },
    {
      id: 'started',
      title: t.workflows.columns.started,
      isNumber: true,
      isWideOnly: true,
      cell: (workflow) => (workflow.startedAt ? format.date(workflow.startedAt) : '–'),
    },
    {
      id: 'updated',
      title: t.workflows.columns.updated,
      isNumber: true,
      isWideOnly: true,
      cell: (workflow) => format.ago(workflow.updatedAt),
    },
  ];
  return (
    <div className="page full">
      <div className="page-head">
        <h1>{t.workflows.title}</h1>
        <span className="grow" />
        {create}
      </div>
      {workflows.error ? (
        <ErrorBox error={workflows.error} onRetry={() => void workflows.refetch()} />
      ) : !workflows.data ? (
        <Skeleton lines={8} />
      ) : workflows.data.length ? (
        <Table
          label={t.workflows.title}
          columns={columns}
          rows={workflows.data}
          idOf={(workflow) => workflow.id}
          onOpen={(workflow) => go(`/workflows/${workflow.id}`)}
        />
      ) : (
        <Empty title={t.workflows.noneTitle} action={create}>
          {t.workflows.none}
        </Empty>
      )}
      {parameters.has('new') && (
        <Suspense fallback={null}>
          <NewWorkflowDialog onClose={() => setParameters({}, { replace: true })} />
        </Suspense>
      )}
    </div>
  );
}
