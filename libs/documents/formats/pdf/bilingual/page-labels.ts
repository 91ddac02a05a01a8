import type { PdfFile } from '../objects/pdf-file.js';
import { type PdfDictionary, PdfName, type PdfValue } from '../objects/pdf-values.js';

const maxNodes = 10_000;

/** The labels of a file (12.4.2) for pages that stand there more than once: of each page in turn, how often. */
export const repeatedLabels = (file: PdfFile, times: readonly number[]): PdfDictionary => {
  const ranges = rangesOf(file);
  const labels: PdfValue[] = [];
  let index = 0;
  let range: LabelRange = { start: 0, label: new Map<string, PdfValue>([['S', new PdfName('D')]]) };
  times.forEach((count, page) => {
    const begun = ranges.get(page);
    if (begun) range = { start: page, label: begun };
    const first = file.number(range.label.get('St')) ?? 1;
    const label: PdfDictionary = new Map(range.label);
    if (label.has('S')) label.set('St', first + page - range.start);
    for (let at = 0; at < count; at += 1) labels.push(index + at, label);
    index += count;
  });
  return new Map([['Nums', labels]]);
};

interface LabelRange {
  start: number;
  label: PdfDictionary;
}

/** The labels by the pages from which on they count. */
const rangesOf = (file: PdfFile): Map<number, PdfDictionary> => {
  const ranges = new Map<number, PdfDictionary>();
  const waiting: PdfValue[] = [file.catalogue.get('PageLabels') ?? null];
  for (let nodes = 0; waiting.length > 0 && nodes < maxNodes; nodes += 1) {
    const node = file.dictionary(waiting.pop());
    const numbers = file.array(node?.get('Nums')) ?? [];
    for (let at = 0; at + 1 < numbers.length; at += 2) {
      const start = file.number(numbers[at]);
      const label = file.dictionary(numbers[at + 1]);
      if (start !== undefined && label) ranges.set(start, label);
    }
    for (const kid of (file.array(node?.get('Kids')) ?? []).slice(0, maxNodes)) waiting.push(kid);
  }
  return ranges;
};
