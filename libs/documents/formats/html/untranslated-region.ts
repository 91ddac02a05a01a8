import type { Token } from 'parse5';
import { FormatError } from '../format.errors.js';
import type { SkippedText } from '../format.port.js';
import { skipReasons } from '../skip-reasons.js';
import {
  blockElements,
  endedBy,
  endsForeign,
  htmlWithinForeign,
  preformattedElements,
  untranslatedElements,
  voidElements,
} from './html.elements.js';

type Statement = 'translated' | 'stated' | 'hidden' | 'preformatted';

interface OpenElement {
  name: string;
  translated: boolean;
  /** Its content is SVG or MathML. */
  foreign: boolean;
}

/** Levels of nested elements, at most: the limit of Chromium, which puts deeper elements side by side. */
const maxDepth = 512;

/**
 * Knows whether text is to be translated. It keeps the open elements from the outermost that is not to be translated
 * on, as far as their ends can be found without building the tree, and nothing at all outside of such an element.
 */
export class UntranslatedRegion {
  private readonly open: OpenElement[] = [];
  private readonly counts = { stated: 0, hidden: 0, preformatted: 0 };
  /** The statement of the outermost element, until text has been seen in it. */
  private uncounted: Statement | undefined;

  constructor(private readonly translatesHidden: boolean) {}

  get within(): boolean {
    return this.open.length > 0;
  }

  get translated(): boolean {
    return this.open.at(-1)?.translated ?? true;
  }

  /** Whether the tokenizer is to read SVG or MathML. */
  get foreign(): boolean {
    return this.open.at(-1)?.foreign ?? false;
  }

  /**
   * Tells whether the element is one of SVG or MathML. `isWhole`: the tag closes itself, and the page is XML.
   * @throws FormatError `hostile` where elements are nested too deep
   */
  start({ tagName: name, attrs, selfClosing }: Token.TagToken, isWhole = false): boolean {
    while (this.foreign && endsForeign.has(name)) this.open.pop();
    while (endedBy.get(this.open.at(-1)?.name ?? '')?.has(name)) this.open.pop();
    const foreign = this.foreign || isForeign(name);
    const statement = this.statementOf(attrs) ?? (preformattedElements.has(name) ? 'preformatted' : undefined);
    const stated = statement && statement === 'translated';
    const translated = untranslatedElements.has(name) ? false : (stated ?? this.translated);
    if (translated && !this.within) return foreign;
    if (isWhole || (foreign ? selfClosing : voidElements.has(name))) return foreign;
    if (this.open.length >= maxDepth) throw new FormatError('hostile', 'The HTML elements are nested too deep.');
    if (!this.within) this.uncounted = statement;
    this.open.push({ name, translated, foreign: foreign && !htmlWithinForeign.has(name) });
    return foreign;
  }

  /** The statement of `hidden`, `translate` and the classes that translators know; undefined where there is none. */
  private statementOf(attrs: readonly Token.Attribute[]): Statement | undefined {
    if (!this.translatesHidden && attrs.some(({ name }) => name === 'hidden')) return 'hidden';
    for (const { name, value } of attrs) {
      if (name === 'translate') return /^\s*no\s*$/i.test(value) ? 'stated' : 'translated';
      if (name === 'class' && /(?:^|\s)(?:notranslate|skiptranslate)(?:\s|$)/.test(value)) return 'stated';
    }
    return undefined;
  }

  /** Whether the element itself says that it is not to be translated. */
  isStated({ attrs }: Token.TagToken): boolean {
    const statement = this.statementOf(attrs);
    return statement === 'stated' || statement === 'hidden';
  }

  /** Tells that there are words in what is not translated. */
  sawText(): void {
    if (this.uncounted && this.uncounted !== 'translated') this.counts[this.uncounted] += 1;
    this.uncounted = undefined;
  }

  /** The outermost elements with words that were left out by what they say of themselves, or because they are preformatted. */
  skipped(): SkippedText[] {
    const { stated, hidden, preformatted } = this.counts;
    return [
      { reason: skipReasons.stated, count: stated },
      { reason: skipReasons.hidden, count: hidden },
      { reason: skipReasons.preformatted, count: preformatted },
    ].filter(({ count }) => count > 0);
  }

  end({ tagName: name }: Token.TagToken): void {
    const at = this.open.findLastIndex((element) => element.name === name);
    if (at >= 0) this.open.length = at;
    // The end of an element outside of the region ends what it left open.
    else if (blockElements.has(name) && this.open[0]?.translated === false && !isRawText(this.open[0].name)) {
      this.open.length = 0;
    }
  }
}

const isForeign = (name: string): boolean => name === 'svg' || name === 'math';
const isRawText = (name: string): boolean => name === 'script' || name === 'style' || name === 'textarea';
