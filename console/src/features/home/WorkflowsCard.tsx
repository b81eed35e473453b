import { useQueries } from '@tanstack/react-query';
import { Link } from 'wouter';
import { bodyOf, client } from '~/api/client';
import { useLive } from '~/api/live';
import { useWorkflows } from '~/api/workflows';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';

const shownMax = 6;

export function WorkflowsCard() {
  const t = useText();
  const format = useFormat();
  const { data: workflows } = useWorkflows();
  const active = (workflows ?? []).filter((workflow) => workflow.status === 'active').slice(0, shownMax);
  const numbers = useQueries({
    queries: active.map((workflow) => ({
      queryKey: ['workflows', workflow.id, 'numbers'],
      queryFn: () => bodyOf(client.GET('/admin/v1/workflows/{id}/numbers', { params: { path: { id: workflow.id } } })),
    })),
  });
  useLive(
    active.map(({ id }) => `workflow:${id}` as const),
    active.map(({ id }) => ['workflows', id, 'numbers']),
  );
  if (active.length === 0) return null;
  return (
    <section className="card">
      <header>
        <h2>{t.home.workflows}</h2>
        <Link href="/workflows">{t.workflows.title}</Link>
      </header>
      <ul className="card-rows home-workflows">
        {active.map((workflow, number) => {
          const nodes = Object.values(numbers[number]?.data?.nodes ?? {});
          const inside = nodes.reduce((sum, node) => sum + node.waiting, 0);
          return (
            <li key={workflow.id}>
              <Link href={`/workflows/${workflow.id}`}>{workflow.name}</Link>
              <span className="dim figures">{t.home.inside(format.number(inside))}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
