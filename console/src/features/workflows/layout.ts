import dagre from '@dagrejs/dagre';
import type { WorkflowVocabulary } from '~/api/fields';
import type { WorkflowDefinition } from '~/api/workflows';
import { indexOf, portOf, portsOf } from './model';

export const cardWidth = 220;
export const cardHeight = 84;

export interface Place {
  x: number;
  y: number;
}

// Where each step is drawn: from the top down, with the first port (yes) to the left.
export function placesOf(vocabulary: WorkflowVocabulary, definition: WorkflowDefinition): Map<string, Place> {
  const index = indexOf(definition);
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'TB', nodesep: 40, ranksep: 56, marginx: 16, marginy: 16 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const node of inOrder(vocabulary, definition)) graph.setNode(node, { width: cardWidth, height: cardHeight });
  for (const node of definition.nodes) {
    const ports = portsOf(vocabulary, node);
    const edges = (index.from.get(node.id) ?? [])
      .filter((edge) => graph.hasNode(edge.to))
      .sort(
        (one, other) =>
          ports.indexOf(portOf(vocabulary, definition, one)) - ports.indexOf(portOf(vocabulary, definition, other)),
      );
    for (const edge of edges) graph.setEdge(edge.from, edge.to, {}, portOf(vocabulary, definition, edge));
  }
  // Its search for fewer crossings swaps yes and no.
  dagre.layout(graph, { disableOptimalOrderHeuristic: true });
  return new Map(
    graph.nodes().map((id) => {
      const { x, y } = graph.node(id) as Place;
      return [id, { x: x - cardWidth / 2, y: y - cardHeight / 2 }];
    }),
  );
}

// Steps as somebody reads them: from the start along the ports in their order, then those that nothing leads to.
export function inOrder(vocabulary: WorkflowVocabulary, definition: WorkflowDefinition): string[] {
  const found = new Set<string>();
  const index = indexOf(definition);
  const visit = (id: string) => {
    const node = index.nodes.get(id);
    if (!node || found.has(id)) return;
    found.add(id);
    for (const port of portsOf(vocabulary, node)) {
      for (const edge of index.from.get(id) ?? []) {
        if (portOf(vocabulary, definition, edge) === port) visit(edge.to);
      }
    }
  };
  for (const node of definition.nodes) if (node.kind === 'start') visit(node.id);
  for (const node of definition.nodes) visit(node.id);
  return [...found];
}
