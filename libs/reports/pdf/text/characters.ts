import { type FontFace, faceFor } from '#libs/documents/formats/pdf/fonts/font-catalogue.js';
import { levelsOf } from '#libs/documents/formats/pdf/typeset/text-direction.js';
import type { TextLook } from '../look.js';
import { substitute } from './clean-text.js';
import { simpleGlyph } from './report-font.js';

/** A character in the face that has it. */
export interface FacedCharacter {
  readonly text: string;
  readonly face: FontFace;
  /** In ems, by itself. */
  readonly advance: number;
  /** Whether its glyph depends on nothing around it. */
  readonly isSimple: boolean;
}

export interface SetCharacter extends FacedCharacter {
  /** Odd where the text runs leftwards. */
  readonly level: number;
}

const simple =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}]/u;
const mark = /\p{M}/u;
const maxKnown = 20_000;

/** The faces of the characters of one document. */
export class Characters {
  private readonly known = new Map<string, FacedCharacter>();

  /** Characters that no font has are replaced. */
  of(text: string, look: TextLook): SetCharacter[] {
    const levels = levelsOf(text, false);
    const set: SetCharacter[] = [];
    let at = 0;
    for (const character of text) {
      const faced = this.faced(character, look, set.at(-1)?.face);
      set.push({ ...faced, level: levels?.[at] ?? 0 });
      at += character.length;
    }
    return set;
  }

  private faced(character: string, look: TextLook, before: FontFace | undefined): FacedCharacter {
    if (mark.test(character) && before?.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
      return found(character, before);
    const key = `${look.family}${look.isBold}${character}`;
    const known = this.known.get(key);
    if (known) return known;
    const face = faceFor({ family: look.family, isBold: look.isBold, isItalic: false }, character);
    if (!face && character === substitute) throw new Error('No font has the substitute of missing characters');
    const faced = face ? found(character, face) : this.faced(substitute, look, undefined);
    if (this.known.size >= maxKnown) this.known.clear();
    this.known.set(key, faced);
    return faced;
  }
}

const found = (text: string, face: FontFace): FacedCharacter => ({
  text,
  face,
  advance: simpleGlyph(face, text).advanceWidth / face.font.unitsPerEm,
  isSimple: simple.test(text) && !mark.test(text),
});
