import type { Schemas } from '~/api/client';
import { useText } from '~/text/t';
import { Badge, type Tone } from '~/ui/Badge';

type State = Schemas['DeliveryState'];

const tones: Record<State, Tone> = {
  waiting: 'accent',
  taken: 'accent',
  done: 'good',
  dead: 'bad',
  held: 'warning',
  skipped: 'plain',
};

export function CallState({ state }: { state: State }) {
  const t = useText();
  return <Badge tone={tones[state]}>{t.calls.states[state]}</Badge>;
}
