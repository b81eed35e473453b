import {
  Background,
  Controls,
  type Edge,
  Handle,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react';
import { Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { WorkflowVocabulary } from '~/api/fields';
import type { WorkflowDefinition } from '~/api/workflows';
import { useText } from '~/text/t';
import { goalsAt, type Spot } from './edit/change';
import { cardHeight, cardWidth, type Place, placesOf } from './layout';
import { StepCard } from './StepCard';
import type { Step } from './steps';

type CardNode = Node<{ step: Step; onAdd: ((spot: Spot) => void) | undefined }, 'card'>;

function Card({ data, selected }: NodeProps<CardNode>) {
  const t = useText();
  const { step, onAdd } = data;
  const isOpen = onAdd !== undefined;
  return (
    <div className={`step-card ${step.family}${selected ? ' chosen' : ''}`}>
      <Handle type="target" position={Position.Top} isConnectable={isOpen} />
      <StepCard step={step} />
      {step.ways.map((way, number) => {
        const left = `${((number + 0.5) / step.ways.length) * 100}%`;
        const isNamed = way.port !== 'next';
        return (
          <div key={way.port}>
            <Handle id={way.port} type="source" position={Position.Bottom} isConnectable={isOpen} style={{ left }} />
            {(isNamed || isOpen) && (
              <span className="port nodrag nopan" style={{ left }}>
                {isNamed && <span>{way.words}</span>}
                {onAdd && (
                  <button
                    type="button"
                    aria-label={t.builder.addAfter(step.name, way.words)}
                    title={t.builder.addAfter(step.name, way.words)}
                    onClick={(event) => {
                      event.stopPropagation();
                      onAdd({ from: step.node.id, port: way.port });
                    }}
                    onKeyDown={(event) => event.stopPropagation()}
                  >
                    <Plus aria-hidden />
                  </button>
                )}
              </span>
            )}
          </div>
        );
      })}
    </div>
  );
}

const nodeTypes = { card: Card };
const fit = { maxZoom: 1, padding: 0.1 };
const seenAtOnce = 12;

// When a step came or went: all are in view if they are few, else the one that is chosen.
function Follow({ places, chosen }: { places: Map<string, Place>; chosen: string | undefined }) {
  const flow = useReactFlow();
  const before = useRef(places.size);
  useEffect(() => {
    if (before.current === places.size) return;
    before.current = places.size;
    const at = chosen === undefined ? undefined : places.get(chosen);
    if (places.size <= seenAtOnce) void flow.fitView(fit);
    else if (at) void flow.setCenter(at.x + cardWidth / 2, at.y + cardHeight / 2, { zoom: flow.getZoom() });
  }, [flow, places, chosen]);
  return null;
}

// What was made last, as long as it is of the same.
function useKept<Made>(of: string, make: () => Made): Made {
  const kept = useRef<{ of: string; made: Made }>(undefined);
  if (kept.current?.of !== of) kept.current = { of, made: make() };
  return kept.current.made;
}

// A node that is another object is measured and drawn anew, so those that did not change stay the same ones.
function useNodes(
  steps: Step[],
  places: Map<string, Place>,
  chosen: string | undefined,
  onAdd: ((spot: Spot) => void) | undefined,
): CardNode[] {
  const kept = useRef(new Map<string, { of: string; node: CardNode }>());
  const before = kept.current;
  kept.current = new Map(
    steps.map((step) => {
      const { id } = step.node;
      const position = places.get(id) ?? { x: 0, y: 0 };
      const of = JSON.stringify([step, position, id === chosen, onAdd !== undefined]);
      const known = before.get(id);
      if (known?.of === of && known.node.data.onAdd === onAdd) return [id, known];
      const node: CardNode = {
        id,
        type: 'card',
        position,
        width: cardWidth,
        height: cardHeight,
        data: { step, onAdd },
        selected: id === chosen,
        draggable: false,
        deletable: false,
        ariaLabel: [step.name, step.summary].filter(Boolean).join(': '),
      };
      return [id, { of, node }];
    }),
  );
  const nodes = [...kept.current.values()].map((one) => one.node);
  const same = useRef(nodes);
  if (same.current.length !== nodes.length || nodes.some((node, at) => node !== same.current[at])) same.current = nodes;
  return same.current;
}

function edgesOf(steps: Step[]): Edge[] {
  return steps.flatMap((step) =>
    step.ways.flatMap((way) =>
      way.to.map((to) => ({
        id: `${step.node.id} ${way.port} ${to}`,
        source: step.node.id,
        sourceHandle: way.port,
        target: to,
        type: 'smoothstep',
        focusable: false,
      })),
    ),
  );
}

interface Props {
  vocabulary: WorkflowVocabulary;
  definition: WorkflowDefinition;
  steps: Step[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
  // Where it is edited.
  onAdd?: (spot: Spot) => void;
  onConnect?: (spot: Spot, to: string) => void;
}

// The steps from the top down. Tab goes from step to step, Enter chooses one.
export default function Canvas({ vocabulary, definition, steps, chosen, onChoose, onAdd, onConnect }: Props) {
  const t = useText();
  // Where steps stand follows from which there are and how they are connected, not from what they say.
  const shape = JSON.stringify(steps.map((step) => [step.node.id, step.ways.map((way) => [way.port, way.to])]));
  const places = useKept(shape, () => placesOf(vocabulary, definition));
  const edges = useKept(shape, () => edgesOf(steps));
  const nodes = useNodes(steps, places, chosen, onAdd);
  return (
    <section className="canvas" aria-label={t.workflows.canvas}>
      <ReactFlowProvider>
        <ReactFlow
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          fitView
          fitViewOptions={fit}
          minZoom={0.2}
          maxZoom={1.5}
          nodesConnectable={onConnect !== undefined}
          isValidConnection={({ source, sourceHandle, target }) =>
            goalsAt(vocabulary, definition, { from: source, port: sourceHandle ?? '' }).includes(target)
          }
          onConnect={({ source, sourceHandle, target }) =>
            onConnect?.({ from: source, port: sourceHandle ?? '' }, target)
          }
          deleteKeyCode={null}
          proOptions={{ hideAttribution: true }}
          onNodesChange={(changes) => {
            for (const change of changes) if (change.type === 'select' && change.selected) onChoose(change.id);
          }}
        >
          <Background gap={20} />
          <Controls showInteractive={false} aria-label={t.workflows.view} />
          <Follow places={places} chosen={chosen} />
        </ReactFlow>
      </ReactFlowProvider>
    </section>
  );
}
