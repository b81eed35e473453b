import { Wind } from 'lucide-react';

export function Mark() {
  return (
    <span className="mark">
      <Wind aria-hidden />
      Tradewind
    </span>
  );
}
