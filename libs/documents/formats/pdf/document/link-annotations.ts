import { type Area, type LinkArea, LinkAreas } from '../layout/link-areas.js';
import type { PdfFile } from '../objects/pdf-file.js';
import { serializeValue } from '../objects/pdf-serializer.js';
import { PdfReference, PdfStream } from '../objects/pdf-values.js';
import type { ObjectEdits } from './object-edits.js';
import type { Page } from './pages.js';

const maxLinks = 2_000;
const maxQuads = 100;

/** The links of a page that are objects of their own; undefined where there is none. */
export const linksOf = (file: PdfFile, page: Page): LinkAreas | undefined => {
  const links: LinkArea[] = [];
  for (const reference of file.array(page.dictionary.get('Annots')) ?? []) {
    const annotation = reference instanceof PdfReference ? file.dictionary(reference) : undefined;
    if (!annotation || file.name(annotation.get('Subtype')) !== 'Link' || links.length >= maxLinks) continue;
    const action = file.resolve(annotation.get('A') ?? annotation.get('Dest'));
    const target = action === undefined || action instanceof PdfStream ? '' : serializeValue(action);
    const rectangle = file.numbers(annotation.get('Rect'));
    const areas = areasOf(file.numbers(annotation.get('QuadPoints')) ?? [], 8);
    const hasQuads = areas.length > 0;
    if (rectangle && !hasQuads) areas.push(...areasOf(rectangle, 4));
    if (reference instanceof PdfReference) links.push({ annotation: reference, target, areas, hasQuads });
  }
  return links.length === 0 ? undefined : new LinkAreas(links);
};

/** The rectangles around every so many numbers. */
const areasOf = (numbers: readonly number[], each: number): Area[] => {
  const areas: Area[] = [];
  for (let at = 0; at + each <= numbers.length && areas.length < maxQuads; at += each) {
    const points = numbers.slice(at, at + each);
    const [across, up] = [0, 1].map((side) => points.filter((_, index) => index % 2 === side));
    if (!across || !up) continue;
    areas.push({
      left: Math.min(...across),
      bottom: Math.min(...up),
      right: Math.max(...across),
      top: Math.max(...up),
    });
  }
  return areas;
};

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Gives a link other areas: a rectangle around all, and one for each where there are several. */
export const moveLink = ({ annotation, hasQuads }: LinkArea, areas: readonly Area[], edits: ObjectEdits): void => {
  const [first] = areas;
  if (!first) return;
  const around = { ...first };
  for (const { left, bottom, right, top } of areas) {
    around.left = Math.min(around.left, left);
    around.bottom = Math.min(around.bottom, bottom);
    around.right = Math.max(around.right, right);
    around.top = Math.max(around.top, top);
  }
  edits.set(annotation, 'Rect', [around.left, around.bottom, around.right, around.top].map(rounded));
  if (areas.length === 1 && !hasQuads) return;
  const quads = areas.flatMap(({ left, bottom, right, top }) => [left, top, right, top, left, bottom, right, bottom]);
  edits.set(annotation, 'QuadPoints', quads.map(rounded));
};
