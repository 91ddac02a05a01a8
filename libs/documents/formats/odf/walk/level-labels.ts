import { hasLabelWords } from '#libs/documents/formats/label-words.js';
import { repairTags, sameSegment } from '#libs/documents/formats/tag-repair.js';
import { withAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { plainText } from '#libs/text/segments/plain-text.js';
import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';
import { asText } from '#libs/text/segments/segment-texts.js';
import { odfAttribute } from '../odf-names.js';
import type { Scope } from './scope.js';
import type { Unit } from './units.js';

/** Levels of lists and headings, and notes, whose numbers stand between two texts. */
export const levelElements = ['text:list-level-style-number', 'text:outline-level-style', 'text:notes-configuration'];

const prefix = 'style:num-prefix';
const suffix = 'style:num-suffix';
/** The whole label, with the numbers of the levels as `%1%`, as LibreOffice writes it beside the two. */
const format = 'loext:num-list-format';

const textPart = (text: string): SegmentPart[] => (text === '' ? [] : [{ kind: 'text', text }]);

const segmentOf = (label: string): Segment =>
  label.split(/(%\d{1,2}%)/).flatMap((piece): SegmentPart[] => {
    const number = /^%(\d{1,2})%$/.exec(piece)?.[1];
    return number === undefined ? textPart(piece) : [{ kind: 'single', id: Number(number) }];
  });

const wordsOf = (segment: Segment): string => segment.map((part) => ('text' in part ? part.text : '')).join('');

/** The label of a level as one segment, its numbers as tags; undefined where it has no words. */
export const levelLabelUnit = (element: XmlElement, { role }: Scope): Unit | undefined => {
  const valueFor = (name: string) => odfAttribute(element.attributes, name)?.value ?? '';
  const whole = valueFor(format);
  const source = /%\d{1,2}%/.test(whole)
    ? segmentOf(whole)
    : [...textPart(valueFor(prefix)), { kind: 'single' as const, id: 1 }, ...textPart(valueFor(suffix))];
  const ids = source.flatMap((part) => ('text' in part ? [] : [part.id]));
  if (!hasLabelWords(plainText(source)) || new Set(ids).size < ids.length) return undefined;
  const apply = ([translation = source]: readonly Segment[]): boolean => {
    const placed = repairTags(source, asText(translation));
    if (sameSegment(source, placed)) return false;
    const first = placed.findIndex((part) => !('text' in part));
    const last = placed.findLastIndex((part) => !('text' in part));
    const written: Readonly<Record<string, string>> = {
      [prefix]: spaced(valueFor(prefix), wordsOf(placed.slice(0, first))),
      [suffix]: spaced(valueFor(suffix), wordsOf(placed.slice(last + 1))),
      [format]: placed.map((part) => ('text' in part ? part.text.replaceAll('%', '\u066a') : `%${part.id}%`)).join(''),
    };
    for (const [name, value] of Object.entries(written)) {
      const attribute = odfAttribute(element.attributes, name);
      if (attribute !== undefined) element.open = withAttribute(element.open, attribute.name, value);
    }
    return true;
  };
  return { role, segments: [source], apply };
};

/** A text between its number and others keeps the blanks that its source had at its ends. */
const spaced = (source: string, text: string): string =>
  (/^\s/.test(source) && !/^\s/.test(text) ? ' ' : '') + text + (/\s$/.test(source) && !/\s$/.test(text) ? ' ' : '');
