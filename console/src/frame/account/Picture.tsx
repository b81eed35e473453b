import { encode } from 'uqr';

const border = 4;

// A text as a QR code, dark on light in every theme: cameras want it so.
export function Picture({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
