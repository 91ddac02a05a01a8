import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';

const endsInSpace = (part: SegmentPart | undefined): boolean =>
  part !== undefined && 'text' in part && /\s$/.test(part.text.slice(-2));
const beginsWithSpace = (part: SegmentPart | undefined): boolean =>
  part !== undefined && 'text' in part && /^\s/.test(part.text.slice(0, 2));

/**
 * The segment with a space before each of these single tags that stands right between words: so that the words stay
 * apart wherever an engine puts the tag. `spaced` are the tags that got one.
 */
export const withSpaceBefore = (
  parts: Segment,
  tags: ReadonlySet<number>,
): { parts: Segment; spaced: ReadonlySet<number> } => {
  const spaced = new Set<number>();
  const wider: SegmentPart[] = [];
  parts.forEach((part, at) => {
    const last = wider.at(-1);
    const isApart = 'id' in part && part.kind === 'single' && tags.has(part.id);
    if (isApart && !endsInSpace(last) && !beginsWithSpace(parts[at + 1])) {
      spaced.add(part.id);
      if (last?.kind === 'text') wider[wider.length - 1] = { kind: 'text', text: `${last.text} ` };
      else wider.push({ kind: 'text', text: ' ' });
    }
    wider.push(part);
  });
  return { parts: wider, spaced };
};

/** The translation without white space before those tags, which the file has none before. */
export const withoutAddedSpace = (translation: Segment, spaced: ReadonlySet<number>): Segment => {
  if (spaced.size === 0) return translation;
  return translation.map((part, at) => {
    const next = translation[at + 1];
    const isBeforeTag = next !== undefined && 'id' in next && spaced.has(next.id);
    return 'text' in part && isBeforeTag ? { ...part, text: part.text.trimEnd() } : part;
  });
};
