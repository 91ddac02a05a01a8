import type { FontFace } from '#libs/documents/formats/pdf/fonts/font-catalogue.js';
import { visualOrder } from '#libs/documents/formats/pdf/typeset/text-direction.js';
import type { TextLook } from '../look.js';
import { Characters, type SetCharacter } from './characters.js';
import { cleanText } from './clean-text.js';
import { breakLines } from './line-breaks.js';
import { layoutOf } from './report-font.js';

/** Text of one face and one direction. */
export interface Run {
  readonly face: FontFace;
  readonly text: string;
  readonly level: number;
  readonly isSimple: boolean;
  /** In points. */
  readonly width: number;
}

/** Its runs are in the order in which they are seen, from left to right. */
export interface Line {
  readonly runs: readonly Run[];
  readonly width: number;
}

export interface Fit {
  readonly lines: readonly Line[];
  /** Whether nothing of the text is left out. */
  readonly isWhole: boolean;
}

const ellipsis = '…';

export class Typesetter {
  private readonly characters = new Characters();

  lines(text: string, look: TextLook, width: number, maxLines?: number): readonly Line[] {
    return this.fit(text, look, width, maxLines).lines;
  }

  /** At most `maxLines`; the last of these ends with an ellipsis where the text is longer. */
  fit(text: string, look: TextLook, width: number, maxLines = Number.POSITIVE_INFINITY): Fit {
    // So many characters fill the lines whatever they are: of a long text no more is looked at.
    const maxLength =
      maxLines === Number.POSITIVE_INFINITY ? text.length : Math.ceil((maxLines * width * 8) / look.size);
    const characters = this.characters.of(cleanText(text.slice(0, maxLength)), look);
    const broken = breakLines(characters, width / look.size);
    const isWhole = broken.length <= maxLines && maxLength >= text.length;
    const shown = broken.slice(0, maxLines);
    const last = shown.at(-1);
    if (!isWhole && last) shown[shown.length - 1] = this.shortened(last, look, width);
    return { lines: shown.map((line) => lineOf(line, look)), isWhole };
  }

  /** In points, of at most the first characters. */
  width(text: string, look: TextLook, maxCharacters = 400): number {
    return widthOf(this.characters.of(cleanText(text.slice(0, maxCharacters)), look)) * look.size;
  }

  private shortened(line: readonly SetCharacter[], look: TextLook, width: number): SetCharacter[] {
    const sign = this.characters.of(ellipsis, look);
    const kept = [...line];
    while (kept.length > 0 && (widthOf(kept) + widthOf(sign)) * look.size > width) kept.pop();
    return [...kept, ...sign];
  }
}

const widthOf = (characters: readonly SetCharacter[]): number =>
  characters.reduce((sum, { advance }) => sum + advance, 0);

const lineOf = (characters: readonly SetCharacter[], look: TextLook): Line => {
  const runs = visualOrder(runsOf(characters)).map((run) => ({
    ...run,
    width: (layoutOf(run.face, run.text, run).advanceWidth / run.face.font.unitsPerEm) * look.size,
  }));
  return { runs, width: runs.reduce((sum, { width }) => sum + width, 0) };
};

const runsOf = (characters: readonly SetCharacter[]): Omit<Run, 'width'>[] => {
  const runs: { face: FontFace; text: string; level: number; isSimple: boolean }[] = [];
  for (const { face, text, level, isSimple } of characters) {
    const last = runs.at(-1);
    if (last && last.face === face && last.level === level) {
      last.text += text;
      last.isSimple &&= isSimple;
    } else runs.push({ face, text, level, isSimple });
  }
  return runs;
};
