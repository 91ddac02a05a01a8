import { withAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { odfName } from '../odf-names.js';
import { formulaAttributes } from './formula-attributes.js';
import { renameInAddresses, renameInFormula } from './sheet-references.js';

const addresses = new Set([
  'table:cell-range-address',
  'table:cell-address',
  'table:base-cell-address',
  'table:target-range-address',
  'table:target-cell-address',
  'table:end-cell-address',
  'table:print-ranges',
  'table:scenario-ranges',
  'table:source-cell-range-addresses',
  'table:condition-source-range-address',
  'draw:notify-on-update-of-ranges',
  'chart:values-cell-range-address',
  'chart:label-cell-address',
  'form:linked-cell',
  'form:source-cell-range',
  'style:base-cell-address',
  'calcext:target-range-address',
  'calcext:base-cell-address',
]);

const forbidden = /[[\]:*?/\\\p{Cc}]+/gu;

const cleaned = (name: string): string =>
  name
    .replace(forbidden, ' ')
    .replace(/ {2,}/g, ' ')
    .replace(/^[' ]+/, '')
    .replace(/(?<![' ])[' ]+$/, '');

const distinct = (name: string, taken: ReadonlySet<string>): string => {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name} ${number}`;
    if (!taken.has(candidate.toLowerCase())) return candidate;
  }
};

/** The names of sheets, and what they become. A name that is not allowed or taken is made to fit. */
export class SheetNames {
  private readonly renamed = new Map<string, string>();
  readonly segments: readonly Segment[];

  /** @param all the names of all sheets */
  constructor(
    private readonly all: readonly string[],
    private readonly translated: readonly string[],
  ) {
    this.segments = translated.map((text) => [{ kind: 'text', text }]);
  }

  /** Takes the translations of `segments`. */
  settle(translations: readonly Segment[]): void {
    const taken = new Set(this.all.filter((name) => !this.translated.includes(name)).map((name) => name.toLowerCase()));
    for (const [at, name] of this.translated.entries()) {
      const text = (translations[at] ?? []).map((part) => ('text' in part ? part.text : '')).join('');
      const renamed = distinct(text === name ? name : cleaned(text) || name, taken);
      taken.add(renamed.toLowerCase());
      if (renamed !== name) this.renamed.set(name, renamed);
    }
  }

  /** The start tag with its sheets renamed, undefined where it stays as it is. */
  rewrite(tag: XmlToken & { kind: 'open' }): string | undefined {
    if (this.renamed.size === 0) return undefined;
    let raw = tag.raw;
    for (const attribute of tag.attributes) {
      const value = this.valueOf(tag, odfName(attribute), attribute.value);
      if (value !== attribute.value) raw = withAttribute(raw, attribute.name, value);
    }
    return raw === tag.raw ? undefined : raw;
  }

  private valueOf(tag: XmlToken & { kind: 'open' }, attribute: string, value: string): string {
    const newName = (name: string) => this.renamed.get(name);
    if (formulaAttributes.has(attribute)) return renameInFormula(value, newName);
    if (addresses.has(attribute)) return renameInAddresses(value, newName);
    if (attribute === 'xlink:href' && value.startsWith('#')) {
      return `#${newName(value.slice(1)) ?? renameInAddresses(value.slice(1), newName)}`;
    }
    const element = odfName(tag);
    const isSheet = element === 'table:table' && attribute === 'table:name';
    const isView = element === 'config:config-item-map-entry' && attribute === 'config:name';
    return isSheet || isView ? (newName(value) ?? value) : value;
  }
}
