import { SaxesParser, type SaxesTagPlain } from 'saxes';
import type { GlossaryLanguages } from '../glossary-languages.js';
import { normalTerm } from '../term-text.js';
import { assertNumber, type LineEntry } from './checked-entries.js';
import { fileAtFault, linesAtFault } from './file-faults.js';
import { conceptEntries, type TbxLanguage, type TbxTerm } from './tbx-concept.js';

const maxDepth = 64;
const roots = new Set(['martif', 'tbx']);
const statuses = new Set(['administrativeStatus', 'normativeAuthorization']);

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Line breaks and indentation of the file are no part of a term. */
const withoutLayout = (text: string): string => text.replaceAll(/[ \t\r\n]+/g, ' ').replaceAll(/^ | $/g, '');

/** Text of one element and of the elements in it. */
interface Collected {
  depth: number;
  text: string;
  isPreserved: boolean;
  into: 'text' | 'status';
}

/**
 * Reads TBX 2 (`martif`, `termEntry`, `langSet`, `tig` or `ntig`) and TBX 3 (`tbx`, `conceptEntry`, `langSec`,
 * `termSec`), in the styles of module elements (DCT) and of attributes (DCA). No entity but those of XML itself is
 * expanded.
 */
class TbxReader {
  readonly entries: LineEntry[] = [];
  private readonly parser = new SaxesParser({ xmlns: false });
  private readonly sources = new Set<string>();
  private depth = 0;
  private concept: TbxLanguage[] = [];
  private term: TbxTerm | undefined;
  private collected: Collected | undefined;

  constructor(private readonly languages: GlossaryLanguages) {
    this.parser.on('opentag', (tag) => this.open(tag));
    this.parser.on('closetag', ({ name }) => this.close(localName(name)));
    this.parser.on('text', (text) => this.add(text));
    this.parser.on('cdata', (text) => this.add(text));
    this.parser.on('doctype', (text) => {
      if (text.includes('[')) throw this.fault('has a document type with declarations of its own');
    });
    this.parser.on('error', () => {
      throw this.fault('is not well-formed XML');
    });
  }

  read(text: string): LineEntry[] {
    this.parser.write(text).close();
    return this.entries;
  }

  private fault(message: string): Error {
    return linesAtFault([{ line: this.parser.line, message }]);
  }

  private open(tag: SaxesTagPlain): void {
    const name = localName(tag.name);
    if (this.depth === 0 && !roots.has(name)) throw this.fault('has no martif or tbx element');
    this.depth += 1;
    if (this.depth > maxDepth) throw this.fault('has elements nested too deeply');
    const { attributes } = tag;
    switch (name) {
      case 'conceptEntry':
      case 'termEntry':
        this.concept = [];
        break;
      case 'langSec':
      case 'langSet':
        this.concept.push({ tag: attributes['xml:lang'] ?? attributes.lang ?? '', terms: [] });
        break;
      case 'termSec':
      case 'tig':
      case 'ntig':
        this.term = { line: this.parser.line, text: '', status: '' };
        break;
      case 'term':
        this.collect('text', attributes['xml:space'] === 'preserve');
        break;
      default:
        if (statuses.has(name === 'termNote' ? (attributes.type ?? '') : name)) this.collect('status', false);
    }
  }

  private collect(into: Collected['into'], isPreserved: boolean): void {
    if (this.term === undefined || this.collected !== undefined) return;
    if (into === 'text') this.term.line = this.parser.line;
    this.collected = { depth: this.depth, text: '', into, isPreserved };
  }

  private add(text: string): void {
    if (this.collected !== undefined) this.collected.text += text;
  }

  private close(name: string): void {
    const collected = this.collected;
    if (collected?.depth === this.depth && this.term !== undefined) {
      this.term[collected.into] = collected.isPreserved ? collected.text : withoutLayout(collected.text);
      this.collected = undefined;
    }
    this.depth -= 1;
    if (name === 'termSec' || name === 'tig' || name === 'ntig') this.endTerm();
    if (name === 'conceptEntry' || name === 'termEntry') this.endConcept();
  }

  private endTerm(): void {
    if (this.term !== undefined && this.term.text !== '') this.concept.at(-1)?.terms.push(this.term);
    this.term = undefined;
  }

  /** A source that an earlier concept had keeps its target: only one of two meanings can be put into a text. */
  private endConcept(): void {
    for (const entry of conceptEntries(this.concept, this.languages)) {
      const source = normalTerm(entry.source);
      if (this.sources.has(source)) continue;
      this.sources.add(source);
      this.entries.push(entry);
      assertNumber(this.entries.length);
    }
    this.concept = [];
  }
}

/** Reads the entries of a TBX file. @throws Rejection, also where no concept has terms in both languages */
export const readTbx = (text: string, languages: GlossaryLanguages): LineEntry[] => {
  const entries = new TbxReader(languages).read(text);
  if (entries.length > 0) return entries;
  throw fileAtFault(`has no concept with terms in both ${languages.source} and ${languages.target}`);
};
