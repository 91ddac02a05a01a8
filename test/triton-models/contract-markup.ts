import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';

/** Kept spans are numbered by their place in `keeps`. */
export const writeMarkup = (segment: Segment, keeps: string[]): string =>
  segment
    .map((part) => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'keep') return `\ue003${keeps.push(part.text) - 1}\ue00f`;
      if (part.kind === 'open') return `\ue000${part.id}\ue00f`;
      if (part.kind === 'close') return `\ue001${part.id}\ue00f`;
      return `\ue002${part.id}\ue00f`;
    })
    .join('');

const kinds = { '\ue000': 'open', '\ue001': 'close', '\ue002': 'single' } as const;

export const readMarkup = (written: string, keeps: readonly string[]): Segment =>
  [...written.matchAll(/([\ue000-\ue003])(\d+)\ue00f|([^\ue000-\ue00f]+)/gu)].map(
    ([, sign = '', number, text]): SegmentPart => {
      if (text !== undefined) return { kind: 'text', text };
      if (sign === '\ue003') return { kind: 'keep', text: keeps[Number(number)] ?? '' };
      return { kind: kinds[sign as keyof typeof kinds], id: Number(number) };
    },
  );
