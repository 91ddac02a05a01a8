import { readable } from '../fonts/pdf-font.js';
import { serializeValue } from '../objects/pdf-serializer.js';
import { nameOf, numberOf, numbersOf, type PdfDictionary, type PdfValue, textOf } from '../objects/pdf-values.js';
import { coverKey, type MarkedContent, paragraphTag, recognisedTag } from './show-operator.js';

const maxNesting = 5_000;

/** An open span, and what holds in it because of the spans around it. */
interface OpenSpan {
  isArtifact: boolean;
  mcid: number | undefined;
  paragraph: number | undefined;
  /** The innermost that has a text of its own. */
  texted: MarkedContent | undefined;
  /** Where it is the text of a scan: a rectangle over that and its colour. */
  cover: readonly number[] | undefined;
}

const none: OpenSpan = {
  isArtifact: false,
  mcid: undefined,
  paragraph: undefined,
  texted: undefined,
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
    const rest: PdfDictionary = new Map(properties);
    rest.delete('ActualText');
    const without = `${serializeValue(tag ?? null)} ${serializeValue(rest)} BDC`;
    this.open.push({
      isArtifact: outer.isArtifact || nameOf(tag) === 'Artifact',
      mcid: numberOf(properties?.get('MCID')) ?? outer.mcid,
      paragraph: nameOf(tag) === paragraphTag ? start : outer.paragraph,
      texted: actualText === undefined ? outer.texted : { actualText, start, end, without },
      cover: nameOf(tag) === recognisedTag ? numbersOf(properties?.get(coverKey)) : undefined,
    });
  }

  end(): void {
    this.open.pop();
  }
}
