import { readable } from '../fonts/pdf-font.js';
import { nameOf, numberOf, numbersOf, type PdfDictionary, type PdfValue, textOf } from '../objects/pdf-values.js';
import { coverKey, type MarkedContent, paragraphTag, recognisedTag, textKey } from './show-operator.js';

const maxNesting = 5_000;

/** An open span, and what holds in it because of the spans around it. */
interface OpenSpan {
  isArtifact: boolean;
  mcid: number | undefined;
  paragraph: number | undefined;
  textName: string | undefined;
  /** The innermost that has a text of its own, and that says anything about its words. */
  texted: MarkedContent | undefined;
  described: MarkedContent | undefined;
  /** Where it is the text of a scan: a rectangle over that and its colour. */
  cover: readonly number[] | undefined;
}

const none: OpenSpan = {
  isArtifact: false,
  mcid: undefined,
  paragraph: undefined,
  textName: undefined,
  texted: undefined,
  described: undefined,
  cover: undefined,
};

/** The spans of marked content that are open at a place of a content (14.6). */
export class MarkedContents {
  private readonly open: OpenSpan[] = [];

  get current(): OpenSpan {
    return this.open.at(-1) ?? none;
  }

  begin(tag: PdfValue | undefined, properties: PdfDictionary | undefined, start: number, end: number): void {
    if (this.open.length >= maxNesting) return;
    const outer = this.current;
    const given = textOf(properties?.get('ActualText'));
    const actualText = given === '' ? given : readable(given ?? '');
    const isDescribed = properties?.has('E') || properties?.has('Lang') || actualText !== undefined;
    const { described: around } = outer;
    const described =
      properties && isDescribed ? { actualText, start, end, tag: tag ?? null, properties, outer: around } : around;
    this.open.push({
      isArtifact: outer.isArtifact || nameOf(tag) === 'Artifact',
      mcid: numberOf(properties?.get('MCID')) ?? outer.mcid,
      paragraph: nameOf(tag) === paragraphTag ? start : outer.paragraph,
      textName: nameOf(tag) === paragraphTag ? textOf(properties?.get(textKey)) : outer.textName,
      texted: actualText === undefined ? outer.texted : described,
      described,
      cover: nameOf(tag) === recognisedTag ? numbersOf(properties?.get(coverKey)) : undefined,
    });
  }

  end(): void {
    this.open.pop();
  }
}
