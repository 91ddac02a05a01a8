import type { Segment } from '#libs/text/segments/segment.js';

/** `a <1>b</1><2/>{c}` as a segment. */
export const parseSegment = (written: string): Segment =>
  (written.match(/<\/?\d+\/?>|\{[^}]*\}|[^<{]+/g) ?? []).map((part) => {
    const id = Number(/\d+/.exec(part)?.[0]);
    if (part.startsWith('{')) return { kind: 'keep', text: part };
    if (part.startsWith('</')) return { kind: 'close', id };
    if (part.endsWith('/>')) return { kind: 'single', id };
    return part.startsWith('<') ? { kind: 'open', id } : { kind: 'text', text: part };
  });

/** A segment as it was written. */
export const writeSegment = (segment: Segment): string =>
  segment
    .map((part) => {
      if (part.kind === 'text' || part.kind === 'keep') return part.text;
      if (part.kind === 'single') return `<${part.id}/>`;
      return part.kind === 'open' ? `<${part.id}>` : `</${part.id}>`;
    })
    .join('');

/** English of the kinds that documents have. */
export const englishSamples: readonly string[] = [
  'I saw the black cat.',
  'The <1>black</1> cat of my friend.',
  'The <1>black <2>cat</2></1> sleeps in the house.',
  '{name} has three apples.',
  'Dear {name}, your order <1>{id}</1> has been sent.',
  'Where is the house of your brother?',
  'The contract ends on 31 December 2026.',
  'Price: € 5.00 (tax included).',
  'the cat',
  'Terms and Conditions',
  'TERMS AND CONDITIONS',
  'Mr. Smith works in Madrid. He has two children. They go to school.',
  'The water is cold,\nbut the house is warm.',
  '  Chapter 1\tThe house  ',
  'See <1>the table</1> on page <2/> of the report.',
  'He said: “I do not know.”',
  'All human beings are born free and equal in dignity and rights.',
  'Click <1>Save</1> to save the file, or <2>Cancel</2> to go back.',
  'The file could not be opened.',
  'It rained; nobody came.',
  'We don’t have any questions.',
  'A / B testing & more',
  'Call us at 91 555 12 34 or write to us.',
  'the  red  car',
  'She bought bread, milk, cheese, and wine yesterday in the market.',
  'The European Union has 27 member states.',
  '1. Open the door.',
  'Attention: <1>hot</1> water!',
  'The<1/> cat<2/> and the dog<3/>',
  'Yes. No. Perhaps tomorrow.',
  'The zzyzx is broken.',
  'Do you want to delete the <1>selected</1> files?',
];
