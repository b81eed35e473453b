import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleStop, CopyPlus, Pause, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { bodyOf, client } from '~/api/client';
import { useMay } from '~/api/session';
import { createWorkflow, type ReadWorkflow } from '~/api/workflows';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { TypedNameDialog } from '~/ui/TypedNameDialog';
import { say } from '~/ui/toasts';

const nameCharactersMax = 500;

// What can be done with a workflow as a whole, as its status allows.
export function WorkflowActions({ workflow }: { workflow: ReadWorkflow }) {
  const t = useText();
  const [, go] = useLocation();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<'finish' | 'delete'>();
  const params = { params: { path: { id: workflow.id } } };
  const refresh = () => queries.invalidateQueries({ queryKey: ['workflows'] });
  const change = useMutation({
    mutationFn: (what: 'pause' | 'resume') =>
      what === 'pause'
        ? bodyOf(client.POST('/admin/v1/workflows/{id}/pause', params))
        : bodyOf(client.POST('/admin/v1/workflows/{id}/resume', params)),
    onSuccess: async (_, what) => {
      await refresh();
      if (what === 'pause') say(t.workflows.paused, () => change.mutate('resume'));
      else say(t.workflows.resumed);
    },
  });
  const duplicate = useMutation({
    mutationFn: () =>
      createWorkflow({
        name: t.builder.copyOf(workflow.name).slice(0, nameCharactersMax),
        tags: workflow.tags,
        definition: workflow.definition,
      }),
    onSuccess: (made) => {
      queries.setQueryData(['workflows', made.id], made);
      void queries.invalidateQueries({ queryKey: ['workflows', 'all'] });
      say(t.builder.duplicated);
      go(`/workflows/${made.id}`);
    },
  });
  const { status } = workflow;
  const may = useMay();
  const mayRun = may('workflow:run');
  const mayWrite = may('workflow:write');
  return (
    <>
      {status === 'active' && mayRun && (
        <Button icon={<Pause aria-hidden />} disabled={change.isPending} onClick={() => change.mutate('pause')}>
          {t.workflows.pause}
        </Button>
      )}
      {status === 'paused' && mayRun && (
        <Button icon={<Play aria-hidden />} disabled={change.isPending} onClick={() => change.mutate('resume')}>
          {t.workflows.resume}
        </Button>
      )}
      {mayWrite && (
        <Button
          icon={<CopyPlus aria-hidden />}
          label={t.builder.duplicate}
          disabled={duplicate.isPending}
          onClick={() => duplicate.mutate()}
        />
      )}
      {(status === 'active' || status === 'paused') && mayRun && (
        <Button look="danger" icon={<CircleStop aria-hidden />} onClick={() => setAsked('finish')}>
          {t.workflows.finish}
        </Button>
      )}
      {(status === 'draft' || status === 'finished') && mayWrite && (
        <Button
          look="danger"
          icon={<Trash2 aria-hidden />}
          label={t.actions.delete}
          onClick={() => setAsked('delete')}
        />
      )}
      {asked === 'finish' && (
        <TypedNameDialog
          title={t.workflows.finishTitle(workflow.name)}
          lead={t.workflows.finishLead}
          word={workflow.name}
          ask={t.workflows.finishType(workflow.name)}
          confirm={t.workflows.finish}
          onClose={() => setAsked(undefined)}
          act={async () => {
            await client.POST('/admin/v1/workflows/{id}/finish', params);
            await refresh();
            say(t.workflows.finished);
            setAsked(undefined);
          }}
        />
      )}
      {asked === 'delete' && (
        <TypedNameDialog
          title={t.workflows.deleteTitle(workflow.name)}
          lead={t.workflows.deleteLead}
          word={workflow.name}
          ask={t.workflows.finishType(workflow.name)}
          confirm={t.actions.delete}
          onClose={() => setAsked(undefined)}
          act={async () => {
            await client.DELETE('/admin/v1/workflows/{id}', params);
            void queries.invalidateQueries({ queryKey: ['workflows', 'all'] });
            say(t.workflows.deleted);
            go('/workflows');
          }}
        />
      )}
    </>
  );
}
