import type { Matrix } from '#libs/documents/formats/geometry/matrix.js';
import type { RecognisedLine, RecognisedPage, Recognition } from '../../format.port.js';
import { memoryFile } from '../../source-file.js';
import { coverKey, recognisedTag } from '../content/show-operator.js';
import { IncrementalUpdate } from '../objects/incremental-update.js';
import { PdfFile } from '../objects/pdf-file.js';
import { serializeNumber as written } from '../objects/pdf-serializer.js';
import { type PdfDictionary, PdfReference, type PdfValue } from '../objects/pdf-values.js';
import { type Page, pagesOf } from './pages.js';
import { RecognisedFont } from './recognised-font.js';

/** A file with the text of its scans, and what was written behind its bytes for that. */
export interface FileWithText {
  file: PdfFile;
  added: Uint8Array;
}

/** Height from the top of tall letters to the bottom of deep ones, as a part of the font size. */
const inkOfSize = 0.925;
/** Margin of the cover of a line beyond the line, in parts of the line's height. */
const margin = 0.08;
/** Lines are of one size where theirs differ by less. */
const sameSize = 1.15;
/** Lines have one colour where theirs differ by less, in all of red, green and blue. */
const sameColour = 120;

/** Puts recognised text over the scans of a file: it is there and does not show, as in any PDF that can be searched. */
export const withRecognisedText = async (file: PdfFile, recognition: Recognition): Promise<FileWithText> => {
  const update = new IncrementalUpdate(file);
  const font = new RecognisedFont(update);
  const pages = new Map(pagesOf(file).map((page) => [page.number, page]));
  for (const recognised of recognition) {
    const page = pages.get(recognised.page);
    if (!page || recognised.lines.length === 0) continue;
    const before = update.reserve();
    const after = update.reserve();
    update.writeStream(before, new Map(), Buffer.from('q'));
    update.writeStream(after, new Map(), Buffer.from(contentOf(page, recognised, font), 'latin1'));
    const dictionary = new Map(page.dictionary)
      .set('Contents', [before, ...contentsOf(file, page), after])
      .set('Resources', withFont(file, page, font));
    update.write(page.reference, dictionary);
  }
  if (update.isEmpty) return { file, added: new Uint8Array() };
  font.write();
  update.finish();
  const added = Buffer.concat(update.take());
  return { file: await PdfFile.open(memoryFile(Buffer.concat([file.bytes, added]))), added };
};

const contentsOf = (file: PdfFile, { dictionary }: Page): PdfValue[] => {
  const value = dictionary.get('Contents') ?? null;
  const listed = file.array(value);
  if (listed) return listed;
  return value instanceof PdfReference ? [value] : [];
};

const withFont = (file: PdfFile, { resources }: Page, { name, reference }: RecognisedFont): PdfDictionary =>
  new Map(resources).set('Font', new Map(file.dictionary(resources.get('Font'))).set(name, reference));

const contentOf = (page: Page, recognised: RecognisedPage, font: RecognisedFont): string => {
  const { width, height, lines } = recognised;
  const { shown, matrix } = displayOf(page);
  const [across, down] = [shown.width / width, shown.height / height];
  const sizes = sizesOf(lines);
  const inks: RecognisedLine['ink'][] = [];
  const drawn = lines.map((line, at) => {
    const size = Math.round(((sizes[at] ?? line.height) * down * 2) / inkOfSize) / 2 || 1;
    const ink = inks.find((known) => distance(line.ink, known) < sameColour) ?? line.ink;
    if (ink === line.ink) inks.push(ink);
    const baseline = (height - line.baseline) * down;
    const words = line.words.map(({ text, left, right }, index) => {
      const shownText = index === line.words.length - 1 ? text : `${text} `;
      const stretch = (((right - left) * across) / font.widthOf(text, size)) * 100;
      return `${written(stretch)} Tz 1 0 0 1 ${written(left * across)} ${written(baseline)} Tm <${font.codesOf(shownText)}> Tj`;
    });
    const edge = margin * line.height;
    const cover = [
      (line.left - edge) * across,
      (height - line.bottom - edge) * down,
      (line.right - line.left + 2 * edge) * across,
      (line.bottom - line.top + 2 * edge) * down,
      ...line.background.map((part) => part / 255),
    ];
    return [
      `/${recognisedTag} <</${coverKey} [${cover.map(written).join(' ')}]>> BDC`,
      `${ink.map((part) => written(part / 255)).join(' ')} rg`,
      `BT 3 Tr /${font.name} ${written(size)} Tf`,
      ...words,
      'ET EMC',
    ].join('\n');
  });
  return `Q q ${matrix.map(written).join(' ')} cm\n${drawn.join('\n')}\nQ`;
};

/** The size of a page as it is shown, and what brings a place on that to its place in the file. */
const displayOf = ({ box, rotation }: Page): { shown: { width: number; height: number }; matrix: Matrix } => {
  const { left, bottom, right, top } = box;
  const [width, height] = [right - left, top - bottom];
  switch (rotation) {
    case 90:
      return { shown: { width: height, height: width }, matrix: [0, 1, -1, 0, right, bottom] };
    case 180:
      return { shown: { width, height }, matrix: [-1, 0, 0, -1, right, top] };
    case 270:
      return { shown: { width: height, height: width }, matrix: [0, -1, 1, 0, left, top] };
    default:
      return { shown: { width, height }, matrix: [1, 0, 0, 1, left, bottom] };
  }
};

/** The height of each line, one for all that nearly agree: a scan has no two lines of quite the same. */
const sizesOf = (lines: readonly RecognisedLine[]): number[] => {
  const order = lines.map((_, at) => at).sort((one, other) => heightAt(lines, one) - heightAt(lines, other));
  const sizes: number[] = [];
  for (let from = 0; from < order.length; ) {
    const least = heightAt(lines, order[from]);
    let to = from + 1;
    while (to < order.length && heightAt(lines, order[to]) < least * sameSize) to += 1;
    const median = heightAt(lines, order[(from + to) >> 1]);
    for (const at of order.slice(from, to)) sizes[at] = median;
    from = to;
  }
  return sizes;
};

const heightAt = (lines: readonly RecognisedLine[], at: number | undefined): number => lines[at ?? -1]?.height ?? 0;

const distance = (one: RecognisedLine['ink'], other: RecognisedLine['ink']): number =>
  one.reduce((sum, part, at) => sum + Math.abs(part - (other[at] ?? 0)), 0);
