import './chart.css';
import { useId, useState } from 'react';

export interface Bar {
  id: string;
  // What stands under the bar when it is looked at, and in the table.
  label: string;
  value: number;
}

interface Props {
  title: string;
  bars: Bar[];
  valueWords: (value: number) => string;
}

const width = 640;
const height = 160;
const gap = 0.22;

// One series as bars. The arrows go from bar to bar; the largest carries its number.
export function Bars({ title, bars, valueWords }: Props) {
  const id = useId();
  const [at, setAt] = useState<number>();
  const most = Math.max(1e-9, ...bars.map((bar) => bar.value));
  const step = width / Math.max(1, bars.length);
  const looked = at === undefined ? undefined : bars[at];
  const largest = bars.reduce((best, bar, number) => (bar.value > (bars[best]?.value ?? 0) ? number : best), 0);
  const told = looked ?? bars[largest];
  return (
    <figure className="chart">
      <figcaption className="chart-told figures" id={id}>
        {told && (
          <>
            <strong>{valueWords(told.value)}</strong> <span className="dim">{told.label}</span>
          </>
        )}
      </figcaption>
      <div
        className="chart-area"
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, bars.length - 1)}
        aria-valuenow={at ?? largest}
        aria-valuetext={told ? `${told.label}: ${valueWords(told.value)}` : title}
        onMouseLeave={() => setAt(undefined)}
        onBlur={() => setAt(undefined)}
        onKeyDown={(event) => {
          const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
          if (!move) return;
          event.preventDefault();
          setAt(Math.min(bars.length - 1, Math.max(0, (at ?? largest) + move)));
        }}
      >
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          {bars.map((bar, number) => {
            const size = Math.max(bar.value > 0 ? 2 : 0, (bar.value / most) * (height - 4));
            return (
              // biome-ignore lint/a11y/noStaticElementInteractions: looking at a bar with the mouse; keys do the same
              <g
                key={bar.id}
                onMouseEnter={() => setAt(number)}
                className={number === at ? 'chart-bar is-looked-at' : 'chart-bar'}
              >
                <rect className="chart-place" x={number * step} y={0} width={step} height={height} />
                <rect
                  x={number * step + (step * gap) / 2}
                  y={height - size}
                  width={step * (1 - gap)}
                  height={size}
                  rx={1.5}
                />
              </g>
            );
          })}
        </svg>
      </div>
      <div className="chart-ends dim" aria-hidden>
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </div>
    </figure>
  );
}
