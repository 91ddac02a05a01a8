import { repairTags, sameSegment } from '#libs/documents/formats/tag-repair.js';
import { closeTag, openTag, serialize } from '#libs/documents/formats/xml/xml-tree.js';
import { type DirectionChange } from '#libs/text/languages/text-direction.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { drawingChild, prefixOf } from '../drawing-names.js';
import type { DrawingParagraph } from './drawing-paragraph.js';
import type { DrawingRun } from './drawing-run.js';
import { directedProperties } from './paragraph-direction.js';
import { DrawingRunWriter } from './run-writer.js';
import { isNumbered, sourceParagraph, sourceRuns } from './source-copy.js';
import type { Stretch } from './stretch.js';

/** How source text is to stand above its translation. */
export interface SourceWriting {
  /** The language that runs of it have to name, undefined where they say it already. */
  language: string | undefined;
}

/** The markup of a paragraph in translation, one for each stretch; undefined where all of them say the same. */
export const mergeDrawingParagraph = (
  { element, content, stretches }: DrawingParagraph,
  translations: readonly Segment[],
  change: DirectionChange,
  source?: SourceWriting,
): string | undefined => {
  const placed = new Map(stretches.map((stretch, at) => [stretch, repairTags(stretch.parts, translations[at] ?? [])]));
  if (stretches.every((stretch) => sameSegment(stretch.parts, placed.get(stretch) ?? []))) return undefined;
  const writer = new DrawingRunWriter();
  for (const item of content) {
    if (item.kind === 'stretch') writeStretch(item.stretch, placed.get(item.stretch) ?? [], writer);
    else writer.write(item);
  }
  const end = drawingChild(element, 'endParaRPr');
  const properties = directedProperties(element, change);
  const isInside = source !== undefined && isNumbered(element);
  const inside = isInside ? `${sourceRuns(element, source.language)}<${prefixOf(element)}br/>` : '';
  const above = source === undefined || isInside ? '' : sourceParagraph(element, source.language, change);
  const written = inside + writer.finish() + (end === undefined ? '' : serialize(end));
  return `${above}${openTag(element)}${properties}${written}${closeTag(element)}`;
};

const writeStretch = ({ prefix, suffix, run, tags }: Stretch, placed: Segment, writer: DrawingRunWriter): void => {
  const within: DrawingRun[] = [];
  for (const item of prefix) writer.write(item);
  for (const part of placed) {
    if ('text' in part) writer.writeText(part.text, within.at(-1) ?? run);
    else {
      const tag = tags.get(part.id);
      if (part.kind === 'close') within.pop();
      else if (tag?.kind === 'pair') within.push(tag.run);
      else for (const item of tag?.items ?? []) writer.write(item);
    }
  }
  for (const item of suffix) writer.write(item);
};
