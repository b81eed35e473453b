import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { Dialog, DialogFoot } from '~/ui/Dialog';
import { useNavigation } from './pages';

export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const navigation = useNavigation();
  const rows: [string[], string][] = [
    [['Ctrl K'], t.keys.palette],
    [['?'], t.keys.help],
    ...navigation.map((entry): [string[], string] => [['g', entry.key], entry.title(t)]),
    [['/'], t.keys.find],
    [['↑ ↓'], t.keys.rows],
    [['Enter'], t.keys.openRow],
    [['Esc'], t.keys.close],
    [['a'], t.keys.addStep],
    [['Del'], t.keys.removeStep],
    [['Ctrl X', 'Ctrl V'], t.keys.moveStep],
    [['Ctrl Z', 'Ctrl Y'], t.keys.undoStep],
  ];
  return (
    <Dialog title={t.keys.title} onClose={onClose}>
      <dl className="keys">
        {rows.map(([keys, words]) => (
          <div key={words}>
            <dt>
              {keys.map((key, number) => (
                <span key={key}>
                  {number > 0 && <span className="dim"> {t.keys.andThen} </span>}
                  <kbd>{key}</kbd>
                </span>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <DialogFoot>
        <Button onClick={onClose} autoFocus>
          {t.actions.close}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
