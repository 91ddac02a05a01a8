import type { SkippedText } from '#libs/documents/formats/format.port.js';
import type { SkipReason } from '#libs/documents/formats/skip-reasons.js';
import { plainText } from '#libs/text/segments/plain-text.js';
import type { TextUnit } from './text-unit.js';

/** The unit as one that stays as it is: its texts are counted, and nothing is changed. */
export const leftUnit = ({ segments }: TextUnit, part: string, reason: SkipReason): TextUnit => {
  const count = segments.filter(({ parts }) => /\p{L}/u.test(plainText(parts))).length;
  const skipped: SkippedText | undefined = count === 0 ? undefined : { part, reason, count };
  return { segments: [], ...(skipped && { skipped }), edit: () => undefined };
};

export async function* leftUnits(
  units: AsyncIterable<TextUnit>,
  part: string,
  reason: SkipReason,
): AsyncGenerator<TextUnit, void> {
  for await (const unit of units) yield leftUnit(unit, part, reason);
}
