import { addAll } from '../../add-all.js';
import { continuationsIn, continuationsOnNext } from '../layout/continuations.js';
import { type ParagraphPart, type ParagraphText, textOfParagraph } from '../layout/paragraph-text.js';
import type { Paragraph } from '../layout/paragraphs.js';
import type { ContentText, ContentTexts } from './content-texts.js';

/** The texts of a content, each with what it goes on in, in other columns. */
export const joinColumns = (texts: readonly ContentText[]): ContentText[] => {
  const next = new Map([...continuationsIn(runningParagraphs(texts)), ...namedContinuations(texts)]);
  if (next.size === 0) return [...texts];
  const byStart = new Map(texts.map((text) => [text.parts[0]?.paragraph, text]));
  const later = new Set<Paragraph | undefined>(next.values());
  return texts.flatMap((text): ContentText[] => {
    if (later.has(text.parts[0]?.paragraph)) return [];
    const parts = [...text.parts];
    for (let last = parts.at(-1); last !== undefined; ) {
      const following = next.get(last.paragraph);
      last = following && byStart.get(following)?.parts[0];
      if (last) parts.push(last);
    }
    if (parts.length === text.parts.length) return [text];
    return [{ ...text, parts, text: textOfParagraph(parts) ?? text.text }];
  });
};

/** Makes one text of the last of a page and the first of the next, where it goes on there. */
export const joinPages = (page: ContentTexts, nextPage: ContentTexts): void => {
  const next = new Map([
    ...continuationsOnNext(runningParagraphs(page.texts), runningParagraphs(nextPage.texts)),
    ...namedContinuations([...page.texts, ...nextPage.texts]),
  ]);
  for (const [last, first] of next) {
    const text = page.texts.find(({ parts }) => parts.at(-1)?.paragraph === last);
    const following = nextPage.texts.find(({ parts }) => parts[0]?.paragraph === first);
    if (!text || !following || !mayShare(text.text, following.text)) continue;
    const joined = textOfParagraph([...text.parts, ...following.parts]);
    if (!joined) continue;
    text.text = joined;
    text.onNext = { texts: nextPage, parts: following.parts };
    nextPage.texts = nextPage.texts.filter((other) => other !== following);
    addAll(nextPage.fromBefore, following.parts);
  }
};

const runningParagraphs = (texts: readonly ContentText[]): Paragraph[] =>
  texts.flatMap(({ role, parts }) => (role === 'body' ? parts.map(({ paragraph }) => paragraph) : []));

const nameOf = ({ paragraph }: ParagraphPart): string | undefined => paragraph.lines[0]?.glyphs[0]?.show.textName;

/** The parts of texts that were translated before, each with the next one. */
const namedContinuations = (texts: readonly ContentText[]): Map<Paragraph, Paragraph> => {
  const found = new Map<Paragraph, Paragraph>();
  const last = new Map<string, Paragraph>();
  for (const part of texts.flatMap(({ parts }) => parts)) {
    const name = nameOf(part);
    if (name === undefined) continue;
    const before = last.get(name);
    if (before) found.set(before, part.paragraph);
    last.set(name, part.paragraph);
  }
  return found;
};

/**
 * Whether the words of two texts may stand on the page of either: what is drawn with what one page alone has (signs,
 * rules, colour spaces) may not.
 */
const mayShare = (one: ParagraphText, other: ParagraphText): boolean =>
  one.style.fill === other.style.fill && [one, other].every(isPlain);

const isPlain = ({ style, styles, signs }: ParagraphText): boolean =>
  signs.size === 0 &&
  [style, ...styles.values()].every(
    ({ rules, fill }) => !rules?.length && (fill === style.fill || fill?.includes('/') !== true),
  );
