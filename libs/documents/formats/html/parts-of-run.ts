import type { InlineItem } from '../inline/inline-run.js';
import { unspaced } from '../values/translatable-value.js';
import { decodeText } from './html.encoding.js';
import { partsBetweenBreaks } from './line-breaks.js';

/** Elements whose text is a label of its own, whatever stands beside them. */
const labels: ReadonlySet<string> = new Set(['button', 'label']);
const raised: ReadonlySet<string> = new Set(['sub', 'sup']);
const endsWord = /\p{Ll}{2}[.,:;!?)\]%]?$/u;
const beginsWord = /^["'“«([¿¡]?\p{Lu}\p{L}/u;
const number = /^\p{N}/u;

/** The tags between two texts: those that close, and those that open behind the last of these. */
interface Gap {
  closed: Set<string>;
  opened: Set<string>;
  /** The place of the first tag that opens behind the last one that closes. */
  at: number;
  isBlank: boolean;
}

const emptyGap = (): Gap => ({ closed: new Set(), opened: new Set(), at: 0, isBlank: false });

/**
 * The parts of a run that are segments: between line breaks that separate, and between elements that stand side by side
 * as what is written in them does on the page, though no white space parts them: buttons, links, names and their values.
 */
export const partsOfRun = (run: readonly InlineItem[]): InlineItem[][] =>
  partsBetweenBreaks(run).flatMap(partsBetweenElements);

const partsBetweenElements = (run: readonly InlineItem[]): InlineItem[][] => {
  const cuts = [0];
  let before = '';
  let gap = emptyGap();
  run.forEach((item, at) => {
    if (item.kind === 'close') {
      gap.closed.add(item.name);
      gap.opened.clear();
    } else if (item.kind === 'open') {
      if (gap.opened.size === 0) gap.at = at;
      gap.opened.add(item.name);
    } else if (item.kind === 'text') {
      const text = decodeText(item.raw);
      if (text.trim() === '') {
        gap.isBlank = true;
        return;
      }
      if (/^\s/.test(text)) gap.isBlank = true;
      if (standApart(before, gap, text.trimStart())) cuts.push(gap.at);
      before = text.trimEnd();
      gap = { ...emptyGap(), isBlank: before.length < text.length };
    }
  });
  return cuts.map((cut, index) => run.slice(cut, cuts[index + 1]));
};

const standApart = (before: string, { closed, opened, isBlank }: Gap, after: string): boolean => {
  if (!/[\p{L}\p{N}]/u.test(before) || closed.size === 0 || opened.size === 0) return false;
  if (holdsOneOf(closed, labels) && holdsOneOf(opened, labels)) return true;
  if (isBlank || holdsOneOf(closed, raised) || holdsOneOf(opened, raised)) return false;
  if (closed.has('a') && opened.has('a')) return !unspaced.test(before.slice(-2)) && !unspaced.test(after.slice(0, 2));
  return endsWord.test(before.slice(-8)) && (beginsWord.test(after) || number.test(after));
};

const holdsOneOf = (names: ReadonlySet<string>, others: ReadonlySet<string>): boolean => !names.isDisjointFrom(others);
