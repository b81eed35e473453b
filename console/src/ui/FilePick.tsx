import './file-pick.css';
import { FileUp } from 'lucide-react';
import { useId, useState } from 'react';

interface Props {
  // What to choose, or the name of what was chosen.
  label: string;
  hint: string;
  onChoose: (file: File | undefined) => void;
}

// A text file is chosen, or dropped here.
export function FilePick({ label, hint, onChoose }: Props) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a second way; the field is the first
    <div
      className={isOver ? 'file-field is-over' : 'file-field'}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        onChoose(event.dataTransfer.files[0]);
      }}
    >
      <FileUp aria-hidden />
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept=".csv,text/csv,text/plain"
        onChange={(event) => onChoose(event.target.files?.[0])}
      />
      <span className="dim">{hint}</span>
    </div>
  );
}
