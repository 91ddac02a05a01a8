import type { Segment } from '#libs/text/segments/segment.js';
import { asText } from '#libs/text/segments/segment-texts.js';
import { sameSegment } from '../tag-repair.js';
import type { NextTranslation } from './text-unit.js';

const isChange = (source: Segment, translation: Segment): boolean => !sameSegment(asText(source), asText(translation));

/**
 * Translations that can be asked, before they are taken, whether any of them changes its text. Of those that do not,
 * only their number is held, and of the first that does, the translation.
 */
export class ForeseenTranslations {
  private unchanged = 0;
  private foreseen: Segment | undefined;
  private hasChanged = false;

  constructor(private readonly translations: AsyncIterator<Segment, undefined>) {}

  readonly next: NextTranslation = async (source) => {
    if (this.unchanged > 0) {
      this.unchanged -= 1;
      return source;
    }
    const translation = this.foreseen ?? (await this.pull());
    this.foreseen = undefined;
    this.hasChanged ||= isChange(source, translation);
    return translation;
  };

  /** Whether a text has changed, or one of `sources` will: those of all segments that come. */
  async anyChange(sources: AsyncIterable<Segment>): Promise<boolean> {
    if (this.hasChanged) return true;
    for await (const source of sources) {
      const translation = await this.pull();
      if (isChange(source, translation)) {
        this.foreseen = translation;
        this.hasChanged = true;
        return true;
      }
      this.unchanged += 1;
    }
    return false;
  }

  private async pull(): Promise<Segment> {
    const translation = await this.translations.next();
    if (translation.done) throw new Error('The translations ended before the segments did.');
    return translation.value;
  }
}
