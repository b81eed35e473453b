import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { bodyOf, client } from '~/api/client';
import { ifMatch, type ReadWorkflow } from '~/api/workflows';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { Dialog, DialogFoot } from '~/ui/Dialog';
import { ErrorBox } from '~/ui/states';
import { say } from '~/ui/toasts';

// What becomes of it: for whoever enters from now on, and for those who are inside.
export function PublishDialog({ workflow, onClose }: { workflow: ReadWorkflow; onClose: () => void }) {
  const t = useText();
  const format = useFormat();
  const queries = useQueryClient();
  const params = { path: { id: workflow.id } };
  const entering = useQuery({
    queryKey: ['workflows', workflow.id, 'entering', workflow.updatedAt],
    queryFn: () => bodyOf(client.GET('/admin/v1/workflows/{id}/entering', { params })),
  });
  const numbers = useQuery({
    queryKey: ['workflows', workflow.id, 'numbers'],
    queryFn: () => bodyOf(client.GET('/admin/v1/workflows/{id}/numbers', { params })),
    enabled: workflow.version !== undefined,
  });
  const publish = useMutation({
    mutationFn: () => bodyOf(client.POST('/admin/v1/workflows/{id}/publish', { params, headers: ifMatch(workflow) })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['workflows'] });
      say(t.workflows.published);
      onClose();
    },
    onError: () => undefined,
  });
  const count = entering.data && 'estimate' in entering.data ? format.number(entering.data.estimate) : '…';
  const inside = Object.values(numbers.data?.nodes ?? {}).reduce((sum, node) => sum + node.waiting, 0);
  return (
    <Dialog title={t.workflows.publishTitle} onClose={onClose}>
      {workflow.version === undefined ? (
        <p>{t.workflows.publishLead(count)}</p>
      ) : (
        <>
          <p>{t.builder.publishNext(format.number(workflow.version + 1), count)}</p>
          <p>{t.builder.publishInside(numbers.data ? format.number(inside) : '…')}</p>
          {workflow.status === 'paused' && <p>{t.builder.publishPaused}</p>}
        </>
      )}
      {publish.error && <ErrorBox error={publish.error} />}
      <DialogFoot>
        <Button onClick={onClose}>{t.actions.cancel}</Button>
        <Button look="main" data-first disabled={publish.isPending} onClick={() => publish.mutate()}>
          {t.workflows.publish}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
