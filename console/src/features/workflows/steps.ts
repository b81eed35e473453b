import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { bodyOf, client, type Schemas } from '~/api/client';
import { useCouponSets } from '~/api/coupons';
import type { WorkflowVocabulary } from '~/api/fields';
import { useLive } from '~/api/live';
import type { ManagedWorkflow, WorkflowIncident, WorkflowNode } from '~/api/workflows';
import { useText } from '~/text/t';
import { useFilterVocabulary } from '~/text/vocabulary';
import { pathValues } from './edit/values';
import { inOrder } from './layout';
import { type Family, familyOf, indexOf, kindOf, portOf, portsOf } from './model';
import { nameOfNode, summaryOf } from './summary';

export interface Step {
  node: WorkflowNode;
  family: Family;
  name: string;
  summary: string;
  numbers: Schemas['NodeNumbers'] | undefined;
  incidents: WorkflowIncident[];
  // Where it leads, by its ports in their order.
  ways: { port: string; words: string; to: string[] }[];
}

// The steps of a workflow as they are read, with the numbers of now.
export function useSteps(workflow: ManagedWorkflow, vocabulary: WorkflowVocabulary): Step[] {
  const t = useText();
  const { data: filters } = useFilterVocabulary();
  const { data: couponSets } = useCouponSets();
  const { data: numbers } = useQuery({
    queryKey: ['workflows', workflow.id, 'numbers'],
    queryFn: () => bodyOf(client.GET('/admin/v1/workflows/{id}/numbers', { params: { path: { id: workflow.id } } })),
    enabled: workflow.status !== 'draft',
  });
  useLive(workflow.status === 'draft' ? [] : [`workflow:${workflow.id}`], [['workflows', workflow.id, 'numbers']]);
  const { definition, incidents } = workflow;
  return useMemo(() => {
    const index = indexOf(definition);
    // Values at paths are named in filters alone.
    const namesFor = (node: WorkflowNode) => {
      const isTest = kindOf(vocabulary, node)?.parameters.some((one) => one.type === 'filter');
      const paths =
        filters && isTest
          ? pathValues(vocabulary, filters, definition, node.id, t).map((one) => ({ ...one, name: one.short }))
          : [];
      return { filters: filters && { ...filters, paths }, couponSets: couponSets ?? [] };
    };
    return inOrder(vocabulary, definition).flatMap((id) => {
      const node = index.nodes.get(id);
      if (!node) return [];
      return [
        {
          node,
          family: familyOf(kindOf(vocabulary, node)),
          name: nameOfNode(node, t),
          summary: summaryOf(node, namesFor(node), t),
          numbers: numbers?.nodes[id],
          incidents: incidents.filter((incident) => incident.node === id),
          ways: portsOf(vocabulary, node).map((port) => ({
            port,
            words: t.workflows.ports[port] ?? port,
            to: (index.from.get(id) ?? [])
              .filter((edge) => portOf(vocabulary, definition, edge) === port)
              .map((edge) => edge.to),
          })),
        },
      ];
    });
  }, [vocabulary, definition, incidents, filters, couponSets, numbers, t]);
}
