import type { ReactNode } from 'react';

interface FactProps {
  name: string;
  /** Whether the value is of signs rather than of words. */
  isFixed?: boolean;
  children: ReactNode;
}

/** A name and its value in a list of them (`dl`), whose columns it takes part in. */
export const Fact = ({ name, isFixed = false, children }: FactProps) => (
  <div style={{ display: 'contents' }}>
    <dt>{name}</dt>
    <dd className={isFixed ? 'fixed' : undefined}>{children}</dd>
  </div>
);
