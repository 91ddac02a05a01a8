import type { ExtractedSegment, SkippedText } from '#libs/documents/formats/format.port.js';
import type { XmlEdit } from '#libs/documents/formats/xml/xml-splice.js';
import type { Segment } from '#libs/text/segments/segment.js';

/**
 * A place of a part that holds text, or something else that changes with the language. *extract* takes its segments,
 * *merge* its edit, so that both walk a part alike.
 */
export interface TextUnit {
  segments: readonly ExtractedSegment[];
  /** Text that is here and is not translated. */
  skipped?: SkippedText;
  /** The change to the part, undefined where it stays; the translations in the order of `segments`. */
  edit(translations: readonly Segment[]): XmlEdit | undefined;
}

/** The translation of the next segment, which is `source`. */
export type NextTranslation = (source: Segment) => Promise<Segment>;

/** The changes to a part, in the order of its text. */
export async function* unitEdits(units: AsyncIterable<TextUnit>, next: NextTranslation): AsyncGenerator<XmlEdit, void> {
  for await (const unit of units) {
    const translations: Segment[] = [];
    for (const { parts } of unit.segments) translations.push(await next(parts));
    const edit = unit.edit(translations);
    if (edit !== undefined) yield edit;
  }
}
