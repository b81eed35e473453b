import { useText } from '~/text/t';
import { Badge, type Tone } from '~/ui/Badge';
import type { SaveState } from './saver';

const tones: Record<SaveState, Tone> = {
  saved: 'good',
  waiting: 'plain',
  saving: 'plain',
  lost: 'warning',
  refused: 'bad',
  conflict: 'bad',
};

export function SavedWords({ state }: { state: SaveState }) {
  const t = useText();
  return (
    <span role="status">
      <Badge tone={tones[state]}>{t.builder.saveStates[state]}</Badge>
    </span>
  );
}
