import type { FormatOptions, FormatWarning } from '#libs/documents/formats/format.port.js';
import {
  type CellsUse,
  type ComparedText,
  ComparedTexts,
  reachingOut,
} from '#libs/documents/formats/formulas/compared-texts.js';
import { formulaTexts } from '#libs/documents/formats/formulas/formula-literals.js';
import { type FormulaSyntax, translateLiterals } from '#libs/documents/formats/formulas/formula-syntax.js';
import type { Matching } from '#libs/documents/formats/formulas/sought-text.js';
import { HeldText, type SegmentedTerm, Terms } from '#libs/documents/formats/formulas/terms.js';
import { partTokens } from '#libs/documents/formats/opc/part-tokens.js';
import { sameSegment } from '#libs/documents/formats/tag-repair.js';
import { valueIn, withAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import type { ZipEntry } from '#libs/documents/formats/zip/zip.records.js';
import type { ZipArchive } from '#libs/documents/formats/zip/zip-archive.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { asText } from '#libs/text/segments/segment-texts.js';
import { odfName, odfValue } from '../odf-names.js';
import { formulaAttributes } from './formula-attributes.js';

type OpenTag = XmlToken & { kind: 'open' };

/** Attributes that name the text of cells, by their elements. */
const textAttributes: ReadonlyMap<string, string> = new Map([
  ['table:filter-condition', 'table:value'],
  ['table:filter-set-item', 'table:value'],
  ['table:data-pilot-field', 'table:source-field-name'],
  ['table:data-pilot-member', 'table:name'],
]);

/** UTF-16 units of the results of formulas that are remembered, at most. */
const maxResults = 4 * 1024 ** 2;

const namingElements = new Set(['table:table', 'table:named-range', 'table:named-expression', 'table:database-range']);

const isEquality = (tag: OpenTag): boolean => /^(?:=|!=|<>)?$/.test(odfValue(tag.attributes, 'table:operator') ?? '');

const syntaxOf = (formula: string, matching: Matching): FormulaSyntax => ({
  dialect: formula.startsWith('msoxl:') ? 'excel' : 'opendocument',
  matching,
  decode: (text) => text,
  encode: (text) => text,
});

/** A text by itself, which stays on one line. */
const segmentTerm = (text: string): SegmentedTerm => {
  const segment: Segment = [{ kind: 'text', text }];
  return {
    segments: [segment],
    render([translation = segment]) {
      const translated = asText(translation.filter((part) => 'text' in part));
      if (sameSegment(segment, translated)) return undefined;
      return translated.map((part) => ('text' in part ? part.text.replace(/\s+/g, ' ') : '')).join('');
    },
  };
};

/** A cell that holds text, as the survey of a spreadsheet meets it. */
export interface MetCell extends CellsUse {
  text: string;
  isHidden: boolean;
  /** Whether the text is the result of a formula. */
  isResult: boolean;
}

export interface SheetFormulas {
  archive: ZipArchive;
  content: ZipEntry;
  styles: ZipEntry | undefined;
  options: FormatOptions;
  /** The cells with text. */
  cells(): AsyncIterable<MetCell>;
}

/** The texts that formulas, validations, filters and conditional formats of a spreadsheet compare with those of its cells. */
export class SheetTerms {
  readonly terms = new Terms(new HeldText(), segmentTerm);
  private readonly compared = new ComparedTexts();
  private readonly staying = new Map<string, NonNullable<ComparedText['stays']>>();
  private matching: Matching = 'regular expressions';
  private hides = false;
  private hasTextResults = false;

  private constructor(private readonly document: SheetFormulas) {}

  static async of(document: SheetFormulas): Promise<SheetTerms> {
    const terms = new SheetTerms(document);
    await terms.read();
    return terms;
  }

  /** Why a text of cells stays that formulas compare; undefined for any other. */
  whyStays(text: string): ComparedText['stays'] {
    return this.staying.get(text);
  }

  get warnings(): readonly FormatWarning[] {
    const reaches = this.compared.comparesCells && this.document.options.pageRange !== undefined;
    return [...this.compared.warnings, ...(reaches ? [reachingOut] : [])];
  }

  /** The start tag with the texts that it compares in translation, undefined where it stays as it is. */
  rewrite(tag: OpenTag): string | undefined {
    if (!this.terms.hasCompared) return undefined;
    const textAttribute = textAttributes.get(odfName(tag));
    let { raw } = tag;
    for (const attribute of tag.attributes) {
      const name = odfName(attribute);
      const isText = name === textAttribute && isEquality(tag);
      if (!isText && !formulaAttributes.has(name)) continue;
      // Sheets may have new names in it.
      const value = valueIn(raw, attribute.name) ?? attribute.value;
      const translated = isText ? (this.terms.ofCompared(value) ?? value) : this.translated(value);
      if (translated !== value) raw = withAttribute(raw, attribute.name, translated);
    }
    return raw === tag.raw ? undefined : raw;
  }

  private translated(formula: string): string {
    return translateLiterals(formula, syntaxOf(formula, this.matching), {
      text: (text) => this.terms.ofCompared(text),
    });
  }

  private async read(): Promise<void> {
    const { archive, content, styles } = this.document;
    for (const entry of [content, styles]) {
      if (entry === undefined) continue;
      for await (const tokens of partTokens(archive, entry)) {
        for (const token of tokens) if (token.kind === 'open') this.readTag(token, entry.name);
      }
    }
    if (this.compared.comparesCells && this.hides) {
      for await (const { text, isHidden } of this.ownTexts()) if (isHidden) this.compared.addText(text);
    }
    if (this.compared.seeksTexts) await this.meetCells();
    if (this.hasTextResults) await this.addCopies();
  }

  /** The cells with a text of their own. */
  private async *ownTexts(): AsyncGenerator<MetCell, void> {
    for await (const cell of this.document.cells()) if (!cell.isResult) yield cell;
  }

  /** Makes terms of the texts of cells that are results of formulas, too. */
  private async addCopies(): Promise<void> {
    const results = new Set<string>();
    let length = 0;
    for await (const { text, isResult } of this.document.cells()) {
      if (!isResult || results.has(text) || length + text.length > maxResults) continue;
      length += text.length;
      results.add(text);
    }
    for await (const { text, isTranslated } of this.ownTexts()) {
      if (isTranslated && results.has(text)) this.terms.addCopied(text, this.document.content.name);
    }
  }

  private async meetCells(): Promise<void> {
    const { content } = this.document;
    for (const text of [...this.terms.all]) this.compared.meet(text, { isTranslated: true, stays: false });
    for await (const { text, ...use } of this.ownTexts()) this.compared.meet(text, use);
    for (const { spellings, stays } of this.compared.met) {
      this.terms.compare(spellings, content.name, stays !== undefined);
      if (stays !== undefined) for (const spelling of spellings) this.staying.set(spelling, stays);
    }
  }

  private readTag(tag: OpenTag, part: string): void {
    const { attributes } = tag;
    const element = odfName(tag);
    if (element === 'table:calculation-settings') this.readSettings(tag);
    const textAttribute = textAttributes.get(element);
    for (const attribute of attributes) {
      const name = odfName(attribute);
      const { value } = attribute;
      if (name === 'table:formula') this.hasTextResults ||= odfValue(attributes, 'office:value-type') === 'string';
      if (formulaAttributes.has(name)) {
        this.compared.addFormula(value, syntaxOf(value, this.matching));
        if (name === 'table:condition') this.readList(value, part);
      } else if (name === textAttribute && isEquality(tag)) this.compared.addText(value);
      else if (name === 'table:name' && namingElements.has(element)) {
        if (element !== 'table:table' || !this.document.options.sheetNames) this.compared.addName(value);
      } else if (name === 'table:visibility' || name === 'table:display') this.hides ||= value !== 'visible';
    }
  }

  /** A user picks values of a list in the language of the cells, whether any cell has them yet or not. */
  private readList(condition: string, part: string): void {
    if (this.document.options.pageRange !== undefined || !condition.includes('cell-content-is-in-list')) return;
    for (const { use, text } of formulaTexts(condition, 'opendocument').literals) {
      if (use === 'value') this.terms.add(text, part);
    }
  }

  /** The settings stand before all formulas. */
  private readSettings({ attributes }: OpenTag): void {
    const isOn = (name: string, otherwise: boolean) => (odfValue(attributes, name) ?? String(otherwise)) === 'true';
    this.matching = isOn('table:use-wildcards', false)
      ? 'wildcards'
      : isOn('table:use-regular-expressions', true)
        ? 'regular expressions'
        : 'texts';
  }
}
