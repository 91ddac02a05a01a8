import type { FontFace } from '#libs/documents/formats/pdf/fonts/font-catalogue.js';
import { mirrored } from '#libs/documents/formats/pdf/typeset/text-direction.js';
import { layoutOf } from './report-font.js';
import type { Run } from './typesetter.js';

/** Which text each glyph stands for in a file, which has one for each: that of its first use. */
export class GlyphTexts {
  private readonly texts = new Map<FontFace, Map<number, string>>();

  /** Notes the glyphs of a run that is drawn; whether its text can be read from them, each by itself, in their order. */
  tell({ face, text, level, isSimple }: Run): boolean {
    const known = this.texts.get(face) ?? new Map<number, string>();
    this.texts.set(face, known);
    let isTold = true;
    const own: string[] = [];
    for (const { id, codePoints } of layoutOf(face, text, { level, isSimple }).glyphs) {
      const meant = String.fromCodePoint(...codePoints);
      if (!known.has(id)) known.set(id, meant);
      isTold &&= known.get(id) === meant;
      own.push(meant);
    }
    const read = level % 2 === 0 ? own : own.reverse();
    return isTold && mirrored(read.join(''), level) === text;
  }
}
