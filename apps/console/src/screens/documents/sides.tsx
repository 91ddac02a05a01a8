import { useLingui } from '@lingui/react/macro';
import type { Document } from '@transledger/sdk';
import { type ReactNode, useRef } from 'react';
import { useLanguages } from '../../app/languages';

type Side = 'source' | 'target';

/** Milliseconds for which the side that was scrolled leads the other one. */
const leadMs = 150;

interface SidesProps {
  document: Document;
  /** What stands in the pane of a side. */
  children: (side: Side) => ReactNode;
}

const share = (at: number, whole: number, seen: number): number => (whole > seen ? at / (whole - seen) : 0);

/** The original and its translation beside each other; who scrolls one scrolls the other. */
export const Sides = ({ document, children }: SidesProps) => {
  const { t } = useLingui();
  const { all } = useLanguages('');
  const panes = useRef<Partial<Record<Side, HTMLElement | null>>>({});
  const lead = useRef<{ side: Side; at: number }>({ side: 'source', at: 0 });
  const nameOf = (code: string): string => all.find((language) => language.code === code)?.name ?? code;
  const captions = {
    source: t`Original: ${nameOf(document.source_language)}`,
    target: t`Translation: ${nameOf(document.target_language)}`,
  };
  const scrolled = (side: Side) => {
    const now = performance.now();
    if (lead.current.side !== side && now - lead.current.at < leadMs) return;
    lead.current = { side, at: now };
    const pane = panes.current[side];
    const other = panes.current[side === 'source' ? 'target' : 'source'];
    if (!pane || !other) return;
    const down = share(pane.scrollTop, pane.scrollHeight, pane.clientHeight);
    const across = share(pane.scrollLeft, pane.scrollWidth, pane.clientWidth);
    other.scrollTop = down * (other.scrollHeight - other.clientHeight);
    other.scrollLeft = across * (other.scrollWidth - other.clientWidth);
  };
  return (
    <div className="sides">
      {(['source', 'target'] as const).map((side) => (
        <figure key={side} className="side">
          <figcaption className="legend">{captions[side]}</figcaption>
          <section
            className="side-pane"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
            tabIndex={0}
            aria-label={captions[side]}
            ref={(pane) => {
              panes.current[side] = pane;
            }}
            onScroll={() => scrolled(side)}
          >
            {children(side)}
          </section>
        </figure>
      ))}
    </div>
  );
};
