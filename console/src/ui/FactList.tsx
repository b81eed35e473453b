import './facts.css';
import type { ReactNode } from 'react';

// What has an id is told apart by it: two may have the same name.
export type Fact = [name: string, value: ReactNode, id?: string];

// What is known about something, line by line.
export function FactList({ facts }: { facts: Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value, id]) => (
        <div key={id ?? name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

// The few facts that come first, large.
export function Figures({ facts }: { facts: Fact[] }) {
  return (
    <dl className="figures-row">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
