import type { Glyph, Subset } from 'fontkit';
import type { IncrementalUpdate } from '../objects/incremental-update.js';
import { type PdfDictionary, PdfName, type PdfReference, PdfString, type PdfValue } from '../objects/pdf-values.js';
import type { FontFace } from './font-catalogue.js';
import type { FontHeights } from './font-heights.js';

export interface FontOptions {
  /** Whether each font says which codes it has, as PDF/A-1 asks. */
  withCidSets: boolean;
}

interface EmbeddedGlyph {
  /** In the font programme that is written. */
  glyph: number;
  text: string;
  /** In thousandths of an em. */
  width: number;
}

/** A subset of a font that grows until the file ends. Its codes are numbers of its own, two bytes each. */
export class EmbeddedFont {
  readonly name: string;
  private readonly subset: Subset;
  private readonly codes = new Map<string, number>();
  private readonly glyphs: EmbeddedGlyph[] = [{ glyph: 0, text: '', width: 0 }];

  /** `heights`: those of the font in whose place it stands. */
  constructor(
    private readonly face: FontFace,
    readonly reference: PdfReference,
    private readonly heights: FontHeights | undefined,
  ) {
    this.name = `Tl${reference.number}`;
    this.subset = face.font.createSubset();
  }

  /** The code of a glyph that stands for this text; glyph 0 shows that the font has none. */
  codeFor(glyph: number, text: string, width: number): number {
    const key = `${glyph} ${text}`;
    const known = this.codes.get(key);
    if (known !== undefined) return known;
    const code = this.glyphs.length;
    if (code > 0xffff) return 0;
    this.glyphs.push({ glyph: this.included(glyph, code), text, width });
    this.codes.set(key, code);
    return code;
  }

  /** The number of a glyph in the subset. Glyphs of CFF are found by their codes alone: each code has its own. */
  private included(glyph: number, code: number): number {
    if (this.face.isCff) {
      (this.subset as Subset & { glyphs: number[] }).glyphs.push(glyph);
      return code;
    }
    // What it returns is the number in the subset, whatever its types say.
    return glyph === 0 ? 0 : Number(this.subset.includeGlyph(this.face.font.getGlyph(glyph)));
  }

  /** Whether each glyph stands for a text of its own. */
  get hasAllText(): boolean {
    return this.glyphs.every(({ text }, code) => text !== '' || code === 0);
  }

  write(update: IncrementalUpdate, { withCidSets }: FontOptions): void {
    const { font, isCff } = this.face;
    const name = `TRNSLD+${(font.postscriptName ?? 'Font').replace(/[^\w-]/g, '')}`;
    const file = update.reserve();
    const programme = this.subset.encode();
    const kind: PdfDictionary = isCff
      ? dictionary({ Subtype: new PdfName('CIDFontType0C') })
      : dictionary({ Length1: programme.length });
    update.writeStream(file, kind, programme);
    const unit = 1000 / font.unitsPerEm;
    const { minX, minY, maxX, maxY } = font.bbox;
    const { ascent, descent } = this.heights ?? heightsOfLetters(font);
    const descriptor = update.add(
      dictionary({
        Type: new PdfName('FontDescriptor'),
        FontName: new PdfName(name),
        Flags: 4,
        FontBBox: [minX * unit, minY * unit, maxX * unit, maxY * unit].map(Math.round),
        ItalicAngle: font.italicAngle,
        Ascent: Math.round(ascent * 1000),
        Descent: Math.round(descent * 1000),
        CapHeight: Math.round((font.capHeight || font.ascent) * unit),
        StemV: /bold/i.test(name) ? 140 : 80,
        [isCff ? 'FontFile3' : 'FontFile2']: file,
        ...(withCidSets ? { CIDSet: this.writeCidSet(update) } : {}),
      }),
    );
    const descendant = update.add(
      dictionary({
        Type: new PdfName('Font'),
        Subtype: new PdfName(isCff ? 'CIDFontType0' : 'CIDFontType2'),
        BaseFont: new PdfName(name),
        CIDSystemInfo: dictionary({
          Registry: new PdfString(Buffer.from('Adobe')),
          Ordering: new PdfString(Buffer.from('Identity')),
          Supplement: 0,
        }),
        FontDescriptor: descriptor,
        DW: 1000,
        W: [0, this.glyphs.map(({ width }) => width)],
        ...(isCff ? {} : { CIDToGIDMap: this.writeGlyphMap(update) }),
      }),
    );
    const unicode = update.reserve();
    update.writeStream(unicode, new Map(), Buffer.from(this.toUnicode()));
    update.write(
      this.reference,
      dictionary({
        Type: new PdfName('Font'),
        Subtype: new PdfName('Type0'),
        BaseFont: new PdfName(name),
        Encoding: new PdfName('Identity-H'),
        DescendantFonts: [descendant],
        ToUnicode: unicode,
      }),
    );
  }

  /** A bit for each code, all of which the font has. */
  private writeCidSet(update: IncrementalUpdate): PdfReference {
    const set = update.reserve();
    const bits = Buffer.alloc(Math.ceil(this.glyphs.length / 8));
    for (let code = 0; code < this.glyphs.length; code += 1)
      bits[code >> 3] = (bits[code >> 3] ?? 0) | (0x80 >> (code & 7));
    update.writeStream(set, new Map(), bits);
    return set;
  }

  private writeGlyphMap(update: IncrementalUpdate): PdfReference {
    const map = update.reserve();
    const glyphMap = Buffer.alloc(this.glyphs.length * 2);
    this.glyphs.forEach(({ glyph }, code) => {
      glyphMap.writeUInt16BE(glyph, code * 2);
    });
    update.writeStream(map, new Map(), glyphMap);
    return map;
  }

  private toUnicode(): string {
    const lines = this.glyphs.flatMap(({ text }, code) =>
      text === '' ? [] : [`<${hex(code)}> <${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`],
    );
    const blocks: string[] = [];
    for (let at = 0; at < lines.length; at += 100) {
      const block = lines.slice(at, at + 100);
      blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar\n`);
    }
    return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('')}endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;
  }
}

/** The heights of letters without accents (ISO 32000-1, table 122). */
const heightsOfLetters = (font: FontFace['font']): FontHeights => ({
  ascent: (letterOf(font, 'dđβф')?.bbox.maxY ?? font.ascent) / font.unitsPerEm,
  descent: (letterOf(font, 'pŋρр')?.bbox.minY ?? font.descent) / font.unitsPerEm,
});

/** The first of some letters that a font has. */
const letterOf = (font: FontFace['font'], letters: string): Glyph | undefined => {
  const letter = [...letters].map((one) => one.codePointAt(0) ?? 0).find((one) => font.hasGlyphForCodePoint(one));
  return letter === undefined ? undefined : font.glyphForCodePoint(letter);
};

export const hex = (code: number): string => code.toString(16).padStart(4, '0');

const dictionary = (entries: Record<string, PdfValue>): PdfDictionary => new Map(Object.entries(entries));

/** The fonts of one file, a subset for each face that was used. */
export class EmbeddedFonts {
  private readonly fonts = new Map<string, EmbeddedFont>();

  constructor(private readonly update: IncrementalUpdate) {}

  /**
   * The font of a face. Its lines are marked as high as those of the font in whose place it is set first: programs that
   * select or search text draw them so.
   */
  fontOf(face: FontFace, heights?: FontHeights): EmbeddedFont {
    const known = this.fonts.get(face.key);
    if (known) return known;
    const font = new EmbeddedFont(face, this.update.reserve(), heights);
    this.fonts.set(face.key, font);
    return font;
  }

  /** Whether each glyph of each font stands for a text of its own. */
  get haveAllText(): boolean {
    return [...this.fonts.values()].every(({ hasAllText }) => hasAllText);
  }

  write(options: FontOptions): void {
    for (const font of this.fonts.values()) font.write(this.update, options);
  }
}
