import type { Segment } from '#libs/text/segments/segment.js';

/** Parses `a <1>b</1><2/>{c}` to a segment. */
export const parseSegment = (written: string): Segment =>
  (written.match(/<\/?\d+\/?>|\{[^}]*\}|[^<{]+/g) ?? []).map((part) => {
    const id = Number(/\d+/.exec(part)?.[0]);
    if (part.startsWith('{')) return { kind: 'keep', text: part };
    if (part.startsWith('</')) return { kind: 'close', id };
    if (part.endsWith('/>')) return { kind: 'single', id };
    return part.startsWith('<') ? { kind: 'open', id } : { kind: 'text', text: part };
  });

/** Writes a segment in the form that `parseSegment` reads. */
export const writeSegment = (segment: Segment): string =>
  segment
    .map((part) => {
      if (part.kind === 'text' || part.kind === 'keep') return part.text;
      if (part.kind === 'single') return `<${part.id}/>`;
      return part.kind === 'open' ? `<${part.id}>` : `</${part.id}>`;
    })
    .join('');

/** English samples of the kinds that documents have. */
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

/** English samples with other scripts, signs of stream formats, ends of sentences without space, and great length. */
export const hardSamples: readonly string[] = [
  '漢字。The cat sleeps。The dog too！猫は寝ている。',
  'The <1>cat。</1>The dog, 猫、犬；and the house.',
  '𠀋𠮟 the ca𝒳t 𝐂at <1>𝐇𝐇</1>ouse <2>b</2>lack',
  'the *cat* @house #water ^friend$ [cat] (cat) \\cat/ qwrtz*@#',
  'cat Jqzbb [[/]] [s0] ^the/the<det>$ {x} [u1] house',
  'Mr. Smith saw Dr. Jones. He left！"Really?" Yes.',
  'tab\tafter\u00a0space  two \u2028line \r\n end',
  `The <1>${'black cat of my friend and '.repeat(60)}</1>house.`,
  'The house, '.repeat(300),
  Array.from({ length: 300 }, (_, n) => `{k${n}} Cat ${n}.`).join(' '),
  'x'.repeat(3_000),
];

export const frenchSamples: readonly string[] = [
  'Le <1>chat</1> noir est dans la maison de mon ami.',
  'L’eau est froide, mais la maison est chaude. {name} a trois pommes.',
  'QUI EST LÀ ? le chat。La maison！',
];

/** Serbian samples in both scripts. */
export const serbianSamples: readonly string[] = [
  'Мачка је <1>црна</1>. Ово је кућа.',
  'Mačka je crna. {ime} ima kuću.',
  'Љубав и џез, Ђоковић.',
];

export const norwegianSamples: readonly string[] = [
  'Den <1>svarte</1> katten sover i huset. Det er kaldt.',
  `Jeg har ${Array.from({ length: 40 }, (_, n) => `${n} katter og`).join(' ')} et hus.`,
];
