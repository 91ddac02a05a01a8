import { isCopied, withoutIds, wordsAtEdges } from '../html/source-copy.js';
import type { RunEdges, WrittenPart } from '../inline/inline-run.js';
import { layOutMarkdown } from './markdown-layout.js';

const emphasis = /^(?:\*{1,2}|_{1,2}|~~)$/;
/** Markup that means something within a sentence. */
const meaningful = /^<(\/?)(abbr|b|bdi|bdo|cite|del|dfn|em|i|ins|mark|q|s|small|strong|sub|sup|u)(?=[\s/>])/i;
/** Code, a role, a citation, a symbol, a bare address or a line break, which is one tag of a segment. */
const copied =
  /^(?:`|\{[a-z][\w:+-]*\}`|:[a-z0-9_+:-]+(?::$|`)|\[?-?@|\\(?!label\b)[a-zA-Z[(]|<br[\s/>]|<[a-z][a-z0-9+.-]{1,31}:|<[^\s<>@]{1,254}@|(?:\\| {2,})[\r\n])/i;

/** Whether one tag stands for words that both languages have, at the edge of a paragraph too. */
const isWord = (raw: string): boolean => !/[\r\n]|^<br/i.test(raw) && (copied.test(raw) || isCopied(raw));

/**
 * The source of a segment, to stand beside its translation: with emphasis and code, but without links, pictures and
 * references to notes, of which each is there once, in the translation.
 */
const sourceCopy = (source: readonly WrittenPart[]): WrittenPart[] =>
  source.flatMap((part): WrittenPart[] => {
    const { kind, raw } = part;
    if (kind === 'text') return [part];
    if (kind === 'single')
      return copied.test(raw) || isCopied(raw) ? [{ kind, raw: raw.startsWith('<') ? withoutIds(raw) : raw }] : [];
    if (emphasis.test(raw)) return [part];
    const [, slash, name] = meaningful.exec(raw) ?? [];
    return name === undefined ? [] : [{ kind, raw: `<${slash}${name}>` }];
  });

/** The source of a segment that stands above its translation, and the break between the two. */
interface SourceAbove {
  parts: readonly WrittenPart[];
  edges: () => RunEdges;
  sourceBreak: string;
}

/** A translation laid out, below its source where that stands above it. */
export const layOutBoth = (
  translation: readonly WrittenPart[],
  source: SourceAbove | undefined,
  { startsLine, isHeading }: { startsLine: boolean; isHeading: boolean },
): string => {
  if (source === undefined) return layOutMarkdown(translation, startsLine, isHeading);
  const { behindSource, beforeTranslation } = wordsAtEdges(source.edges(), isWord);
  const above = layOutMarkdown(sourceCopy([...source.parts, ...behindSource]), startsLine, false).trim();
  const startsBelow = /[\r\n]/.test(source.sourceBreak) && beforeTranslation === '';
  return above + source.sourceBreak + beforeTranslation + layOutMarkdown(translation, startsBelow, isHeading);
};
