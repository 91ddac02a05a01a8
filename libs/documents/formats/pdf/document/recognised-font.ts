import type { IncrementalUpdate } from '../objects/incremental-update.js';
import { type PdfDictionary, PdfName, type PdfReference, PdfString, type PdfValue } from '../objects/pdf-values.js';

/** Width of each glyph, in parts of the font size. */
const glyphWidth = 0.5;
/** Maximum number of entries in a block of a character map (Adobe Technical Note 5411). */
const maxTogether = 100;
const maxCodes = 0xffff;

/** A font for text that does not show: its codes say characters, and each is as wide as the next. */
export class RecognisedFont {
  readonly name = 'TlScan';
  readonly reference: PdfReference;
  private readonly codes = new Map<string, number>();

  constructor(private readonly update: IncrementalUpdate) {
    this.reference = update.reserve();
  }

  /** The string that shows a text, in hexadecimal. */
  codesOf(text: string): string {
    return Array.from(text, (character) => hexOf(this.codeOf(character))).join('');
  }

  /** In the unit of the size. */
  widthOf(text: string, size: number): number {
    return Array.from(text).length * glyphWidth * size;
  }

  write(): void {
    const { update } = this;
    const map = update.reserve();
    update.writeStream(map, new Map(), Buffer.from(this.characterMap(), 'latin1'));
    const descriptor = update.add(
      dictionary({
        Type: new PdfName('FontDescriptor'),
        FontName: new PdfName(this.name),
        Flags: 4,
        FontBBox: [0, 0, 500, 1000],
        ItalicAngle: 0,
        Ascent: 718,
        Descent: -207,
        CapHeight: 718,
        StemV: 80,
      }),
    );
    const descendant = update.add(
      dictionary({
        Type: new PdfName('Font'),
        Subtype: new PdfName('CIDFontType2'),
        BaseFont: new PdfName(this.name),
        CIDSystemInfo: dictionary({
          Registry: new PdfString(Buffer.from('Adobe')),
          Ordering: new PdfString(Buffer.from('Identity')),
          Supplement: 0,
        }),
        FontDescriptor: descriptor,
        DW: glyphWidth * 1000,
      }),
    );
    update.write(
      this.reference,
      dictionary({
        Type: new PdfName('Font'),
        Subtype: new PdfName('Type0'),
        BaseFont: new PdfName(this.name),
        Encoding: new PdfName('Identity-H'),
        DescendantFonts: [descendant],
        ToUnicode: map,
      }),
    );
  }

  private codeOf(character: string): number {
    const known = this.codes.get(character);
    if (known !== undefined) return known;
    const code = Math.min(this.codes.size + 1, maxCodes);
    this.codes.set(character, code);
    return code;
  }

  private characterMap(): string {
    const entries = [...this.codes].map(
      ([character, code]) => `<${hexOf(code)}> <${Buffer.from(character, 'utf16le').swap16().toString('hex')}>`,
    );
    const blocks: string[] = [];
    for (let from = 0; from < entries.length; from += maxTogether) {
      const together = entries.slice(from, from + maxTogether);
      blocks.push(`${together.length} beginbfchar`, ...together, 'endbfchar');
    }
    return [
      '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
      '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
      '1 begincodespacerange <0000> <ffff> endcodespacerange',
      ...blocks,
      'endcmap CMapName currentdict /CMap defineresource pop end end',
    ].join('\n');
  }
}

const hexOf = (code: number): string => code.toString(16).padStart(4, '0');

const dictionary = (entries: Record<string, PdfValue>): PdfDictionary => new Map(Object.entries(entries));
