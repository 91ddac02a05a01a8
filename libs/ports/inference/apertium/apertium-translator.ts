import type { Segment } from '#libs/text/segments/segment.js';
import type { LanguagePair } from '../inference.port.js';
import type { SegmentTranslator } from '../segment-translator.js';
import type { ApertiumPipeline } from './apertium-pipeline.js';
import { withOrdinalsAsText } from './rules/ordinals.js';
import { takesNumbers } from './rules/placeholders.js';
import { streamSegment, translateSegment } from './rules/segment-translation.js';
import { serbianInLatin } from './rules/serbian-script.js';
import { unitSizes } from './rules/unit-sizes.js';
import { writtenSpans } from './rules/written-spans.js';

const mapText = (segment: Segment, change: (text: string) => string): Segment =>
  segment.map((part) => (part.kind === 'text' ? { kind: 'text', text: change(part.text) } : part));

/** The spelling that dictionaries have, where another one is usual. */
const readableTexts: Readonly<Record<string, (text: string) => string>> = {
  es: (text) => text.replaceAll('EE. UU.', 'EE.UU.'),
  sr: serbianInLatin,
};

/** Does all the work between segments and a pipeline, by the same rules wherever the pipeline runs. */
export const apertiumTranslator = (
  pair: LanguagePair,
  { isRecursive }: { isRecursive: boolean },
  pipeline: ApertiumPipeline,
): SegmentTranslator => {
  const { source, target } = pair;
  const translator = {
    pipeline,
    target,
    sizes: unitSizes(isRecursive),
    takesNumbers: takesNumbers(source, target),
    writeSpans: (text: string, startsText: boolean, next: string) => writtenSpans(pair, text, startsText, next),
  };
  const change = readableTexts[source];
  const readable = (segment: Segment): Segment =>
    withOrdinalsAsText(change === undefined ? segment : mapText(segment, change), source);
  return {
    translate: (segment) => translateSegment(readable(segment), translator),
    stream: (segment) => streamSegment(readable(segment), translator),
  };
};
