import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText } from './plain-text.js';
import { labelSpans, nameSpans, quoteSpan } from './protected-names.js';
import { numberSpans } from './protected-numbers.js';
import { protectSpans } from './protected-spans.js';

const kept = (text: string): string[] =>
  protectSpans(text).flatMap((part) => (part.kind === 'keep' ? [part.text] : []));

const dollar = '$';

describe('protected spans', () => {
  it.each([
    ['100% de acuerdo', ['100%']],
    ['50 % de', ['50 %']],
    ['5 kg, 12.5 %, €1,234.50, -20 °C, 100 km/h.', ['5 kg', '12.5 %', '€1,234.50', '-20 °C', '100 km/h']],
    ['at 10:30 on 2024-05-12 or 12/05/2024, 3.14.', ['10:30', '2024-05-12', '12/05/2024', '3.14']],
    ['1 234 567 EUR, USD 5 and 12,50\u00a0€', ['1 234 567 EUR', 'USD 5', '12,50\u00a0€']],
    ['**https://a.org/b_c** [https://a.org](https://a.org)', ['https://a.org/b_c', 'https://a.org', 'https://a.org']],
    ['{#users} the {name} {/users}{^none}', ['{#users}', '{name}', '{/users}', '{^none}']],
    ['{n, number} {when, date, short}', ['{n, number}', '{when, date, short}']],
    ['See https://example.com/a?b=c#d, please.', ['https://example.com/a?b=c#d']],
    ['(http://localhost:8080/x)', ['http://localhost:8080/x']],
    ['www.example.org!', ['www.example.org']],
    ['ftp://host/file.txt and mailto:me@x.org', ['ftp://host/file.txt', 'mailto:me@x.org']],
    ['Write to first.last+tag@mail.example.co.uk.', ['first.last+tag@mail.example.co.uk']],
    [
      `Hello {name}, {{ user.name }}, ${dollar}{x}, %{count}, {0}`,
      ['{name}', '{{ user.name }}', `${dollar}{x}`, '%{count}', '{0}'],
    ],
    ['Dear <<Name>> of <<Host name>>,', ['<<Name>>', '<<Host name>>']],
    ['See data:image/png;base64,iVBORw0KGgo=.', ['data:image/png;base64,iVBORw0KGgo=']],
    ['%s of %1$d at %5.2f and %(name)s, %@', ['%s', '%1$d', '%5.2f', '%(name)s', '%@']],
    ['Run --depth=0, --no-cache (--force) or --help.', ['--depth=0', '--no-cache', '--force', '--help']],
    ['Set NODE_ENV=production and **A=b**.', ['NODE_ENV=production', 'A=b']],
    ['Hi 😀 👩‍👩‍👧 🇪🇸 👍🏽 1️⃣ ❤️', ['😀', '👩‍👩‍👧', '🇪🇸', '👍🏽', '1️⃣', '❤️']],
  ])('protected spans are found in %j', (text, spans) => {
    expect(kept(text)).toEqual(spans);
  });

  it.each([
    '% de acuerdo',
    'the 5 houses of 1995',
    'Articles 5, 7 and 12.',
    '7 in 10 a day',
    'v2 B5 5th 3x',
    "100%d'accord",
    'a { b c } d',
    'He said << I agree >> and <<It is late, but I agree>>',
    'data: image/png; base64',
    'user@host',
    'either/or',
    'He said --and I agree-- that it is late.',
    'It is late--very late',
    'A = b and E=',
    '© 2026 Acme™',
    '1 # 2 * 3',
  ])('no protected span is found in %j', (text) => {
    expect(kept(text)).toEqual([]);
  });

  it('no span that is looked for begins within a word, nor where a word of small letters stands', () => {
    const alone = [...nameSpans, ...labelSpans, quoteSpan, ...numberSpans].map((span) => new RegExp(span, 'uy'));
    const begins = (text: string, at: number): boolean =>
      alone.some((span) => {
        span.lastIndex = at;
        return span.test(text);
      });
    const word = fc.stringMatching(/^[a-z]{1,20}$/);
    const letters = fc.stringMatching(/^[a-zA-Z]{1,12}$/);
    const beside = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom('a.de/b', '5 kg', "'a", '_b', '.', 'I', '@a.org', 'EUR 5', '://a'),
    );
    fc.assert(
      fc.property(beside, word, fc.constantFrom(' ', ',', '\n'), beside, (before, words, end, after) => {
        expect(begins(before + words + end + after, before.length)).toBe(false);
      }),
    );
    fc.assert(
      fc.property(beside, letters, letters, beside, (before, first, second, after) => {
        expect(begins(before + first + second + after, before.length + first.length)).toBe(false);
      }),
    );
  });

  it('splitting any text into spans loses nothing of it', () => {
    const text = fc.array(
      fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('http://', '@a.b', '{', '}', '%s', '😀')),
    );
    fc.assert(fc.property(text, (pieces) => plainText(protectSpans(pieces.join(''))) === pieces.join('')));
  });

  it.each(['a', '%', '{', '{{', '@', 'a@', 'a.', 'http://', 'www.', '1️', '-', 'a@a.', 'mailto:'])(
    '10,000 code points of %j are searched without going over them again and again',
    (piece) => {
      const text = piece.repeat(10_000 / piece.length);
      expect(plainText(protectSpans(text))).toBe(text);
    },
    2_000,
  );
});
