import type { SegmentRole } from '../format.port.js';
import type { InlineItem } from '../inline/inline-run.js';
import type { RuleState, XmlElementName } from './its-rules.js';

/** An element that has ended, with its text, before it is known whether it stands within a sentence. */
export interface Unit {
  open: InlineItem;
  items: readonly InlineItem[];
  close: InlineItem;
  role: SegmentRole;
  isSpaceKept: boolean;
  isEscaped: boolean;
  listKey: string | undefined;
  /** Whether it is no part of a sentence, whatever stands beside it. */
  standsAlone: boolean;
}

export type Held = { kind: 'raw'; raw: string } | { kind: 'opaque'; raw: string } | { kind: 'unit'; unit: Unit };

/**
 * `undecided`: has no text of its own so far. `container`: has none, and its children stand for themselves. `run`: has
 * text, and all in it is one segment. `inline`: within such an element. `opaque`: is not translated.
 */
export interface Frame {
  name: string;
  raw: string;
  state: 'undecided' | 'container' | 'run' | 'inline' | 'opaque';
  /** Whether its start tag has been written. */
  isWritten: boolean;
  standsAlone: boolean;
  held: Held[];
  heldLength: number;
  role: SegmentRole;
  isSpaceKept: boolean;
  /** Whether its text has the escapes of Android. */
  isEscaped: boolean;
  /** The key before it in a property list. */
  listKey: string | undefined;
  element: XmlElementName;
  rules: RuleState;
  /** The languages of its first child of each name; empty where that states none. */
  languages?: Map<string, string>;
}

export const standsAlone = (held: Held): boolean => held.kind === 'unit' && held.unit.standsAlone;

export const itemsOfUnit = ({ open, items, close }: Unit): InlineItem[] => [open, ...items, close];

export const itemsOf = (held: readonly Held[]): InlineItem[] =>
  held.flatMap((one): InlineItem[] => {
    if (one.kind === 'unit') return itemsOfUnit(one.unit);
    return [
      one.kind === 'opaque' || /\S/.test(one.raw) ? { kind: 'single', raw: one.raw } : { kind: 'text', raw: one.raw },
    ];
  });
