import { describe, expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { compileGlossaryAtOnce } from './glossary-matcher.js';
import { TermTally } from './term-tally.js';

type Terms = Record<string, string>;

const compile = (terms: Terms, source = 'en', target = 'es') =>
  compileGlossaryAtOnce(
    Object.entries(terms).map(([from, to]) => ({ source: from, target: to })),
    { source, target },
  );

/** The text with its terms replaced, each target in brackets. */
const applied = (text: string, terms: Terms, source?: string, target?: string): string =>
  compile(terms, source, target)
    .apply([{ kind: 'text', text }])
    .map((part) => (part.kind === 'keep' ? `[${part.text}]` : part.kind === 'text' ? part.text : ''))
    .join('');

describe('terms in a text', () => {
  it.each<[string, Terms, string]>([
    ['a contract, contracts, subcontract', { contract: 'contrato' }, 'a [contrato], contracts, subcontract'],
    ['an API key and a key', { key: 'llave', 'API key': 'clave de API' }, 'an [clave de API] and a [llave]'],
    ['API  \n\u00a0key', { 'API key': 'clave' }, '[clave]'],
    ['new york city', { 'new york': 'NY', 'york city law': 'x', city: 'ciudad' }, '[NY] [ciudad]'],
    ['a b c d', { 'a b c': '1', 'b c d': '2', d: '3' }, '[1] [3]'],
    ['well-known fact', { 'well-known': 'conocido', known: 'sabido' }, '[conocido] fact'],
    ['well-known fact', { known: 'sabido' }, 'well-[sabido] fact'],
    ['the contract’s end', { "contract's end": 'fin' }, 'the [fin]'],
    ['the contract’s end', { contract: 'contrato' }, 'the [contrato]’s end'],
    ['C++ and C, ASP.NET $5', { 'C++': 'Cpp', C: 'ce', $: 'dólar' }, '[Cpp] and [ce], ASP.NET [dólar]5'],
    ['.* (a|b)+ [x] \\d ^$ a', { '.*': '1', '(a|b)+': '2', '\\d': '3', '^$': '4' }, '[1] [2] [x] [3] [4] a'],
    ['12 123', { 12: 'doce' }, '[doce] 123'],
    ['cafe\u0301 caf\u00e9 cafe', { 'caf\u00e9': 'bar' }, '[bar] [bar] cafe'],
    ['caf\u00e9', { 'cafe\u0301': 'bar', cafe: 'no' }, '[bar]'],
    ['cafe\u0301', { cafe: 'no' }, 'cafe\u0301'],
    ['con\u00adtract con\u00adtracts', { contract: 'contrato' }, '[contrato] con\u00adtracts'],
    ['کتاب‌ها کتاب', { کتاب: 'libro' }, 'کتاب‌ها [libro]'],
    ['😀 smile 😀😀', { '😀': ':)', smile: 'sonrisa' }, '[:)] [sonrisa] [:)][:)]'],
    ['', { a: 'b' }, ''],
  ])('terms are found in %j', (text, terms, expected) => {
    expect(applied(text, terms)).toBe(expected);
  });

  it.each<[string, string, Terms, string]>([
    ['zh', '请使用API密钥登录', { 密钥: 'key', API: 'api' }, '请使用[api][key]登录'],
    ['ja', 'サーバーとサーバ', { サーバ: 'server' }, 'サーバーと[server]'],
    ['th', 'สัญญาเช่าบ้าน', { สัญญาเช่า: 'lease' }, '[lease]บ้าน'],
    ['th', 'กินกิ', { ก: 'x' }, 'กินกิ'],
    ['km', 'កិច្ចសន្យាជួល', { កិច្ចសន្យា: 'contract' }, '[contract]ជួល'],
    ['lo', 'ສັນຍາເຊົ່າ', { ສັນຍາ: 'contract' }, '[contract]ເຊົ່າ'],
    ['my', 'စာချုပ်သည်', { စာချုပ်: 'contract' }, '[contract]သည်'],
    ['ko', '계약은 계약', { 계약: 'contract' }, '계약은 [contract]'],
  ])('terms of %s are found with or without spaces between words: %s', (source, text, terms, expected) => {
    expect(applied(text, terms, source, 'en')).toBe(expected);
  });
});

describe('the case of a term', () => {
  it.each<[string, Terms, string]>([
    ['Contract. CONTRACT, contract', { contract: 'contrato' }, '[Contrato]. [CONTRATO], [contrato]'],
    ['Polish people polish', { Polish: 'polaco', polish: 'abrillantar' }, '[polaco] people [abrillantar]'],
    ['POLISH', { polish: 'abrillantar', Polish: 'polaco' }, '[ABRILLANTAR]'],
    ['Key KEY key', { KEY: 'CLAVE', key: 'llave' }, '[Llave] [CLAVE] [llave]'],
    ['api key, Api key, Api Key', { 'API key': 'clave de API' }, '[clave de API], [clave de API], [clave de API]'],
    ['THE API KEY', { 'API key': 'clave de API' }, 'THE [CLAVE DE API]'],
    ['Nato nato NATO', { NATO: 'OTAN' }, '[OTAN] [OTAN] [OTAN]'],
    ['A a', { a: 'un' }, '[Un] [un]'],
    ['Really', { really: '«verdad»' }, '[«Verdad»]'],
    ['Third', { third: '3º' }, '[3º]'],
  ])('a target takes the case that its term has in %j', (text, terms, expected) => {
    expect(applied(text, terms)).toBe(expected);
  });

  it.each<[string, string, string, Terms, string]>([
    ['en', 'tr', 'Trade. TRADE', { trade: 'iş' }, '[İş]. [İŞ]'],
    ['tr', 'en', 'Iğdır İLAÇ ilaç', { ığdır: 'town', ilaç: 'medicine' }, '[Town] [MEDICINE] [medicine]'],
    ['tr', 'en', 'ILAÇ', { ilaç: 'medicine' }, 'ILAÇ'],
    ['de', 'en', 'Maße, Masse, MASSE', { Maße: 'measures' }, '[measures], Masse, [MEASURES]'],
    ['de', 'en', 'Maße, Masse, MASSE', { Maße: 'measures', Masse: 'mass' }, '[measures], [mass], [MEASURES]'],
    ['de', 'en', 'STRAßE STRASSE', { Straße: 'road' }, '[ROAD] [ROAD]'],
    ['en', 'de', 'Street STREET', { street: 'straße' }, '[Straße] [STRASSE]'],
    [
      'el',
      'en',
      'ΣΥΜΒΑΣΗ Σύμβαση συμβαση ΝΟΜΟΣ',
      { σύμβαση: 'contract', νόμος: 'law' },
      '[CONTRACT] [Contract] συμβαση [LAW]',
    ],
    ['en', 'nl', 'Ice ICE', { ice: 'ijs' }, '[IJs] [IJS]'],
    ['en', 'ka', 'Law', { law: 'კანონი' }, '[კანონი]'],
    ['en-US', 'pt-BR', 'Bus', { bus: 'ônibus' }, '[Ônibus]'],
    ['en', 'ca-valencia', 'Law', { law: 'llei' }, '[Llei]'],
  ])('from %s to %s a target takes the case of its term: %j', (source, target, text, terms, expected) => {
    expect(applied(text, terms, source, target)).toBe(expected);
  });
});

describe('terms and tags', () => {
  /** Parses `a<1>b</1><2/>{kept}` to a segment, and writes one with keeps in braces. */
  const parse = (written: string): Segment =>
    (written.match(/<\/?\d+\/?>|\{[^}]*\}|[^<{]+/g) ?? []).map((part) => {
      const id = Number(/\d+/.exec(part)?.[0]);
      if (part.startsWith('{')) return { kind: 'keep', text: part.slice(1, -1) };
      if (part.startsWith('</')) return { kind: 'close', id };
      if (part.endsWith('/>')) return { kind: 'single', id };
      return part.startsWith('<') ? { kind: 'open', id } : { kind: 'text', text: part };
    });
  const write = (segment: Segment): string =>
    segment
      .map((part) => {
        if (part.kind === 'text') return part.text;
        if (part.kind === 'keep') return `{${part.text}}`;
        if (part.kind === 'single') return `<${part.id}/>`;
        return part.kind === 'open' ? `<${part.id}>` : `</${part.id}>`;
      })
      .join('');
  const glossary = compile({ 'contract law': 'derecho', key: 'llave' });

  it.each([
    ['<1>contract law</1>.', '<1>{derecho}</1>.'],
    ['a <1>key</1> and key<2/>', 'a <1>{llave}</1> and {llave}<2/>'],
    ['con<1>tract</1> law', '<1>{derecho}</1>'],
    ['con<1>tr</1>act law', '<1>{derecho}</1>'],
    ['<1>con</1>tract law', '<1>{derecho}</1>'],
    ['con<1>tract law</1>', '<1>{derecho}</1>'],
    ['<1>con</1><2>tract law</2>', '<1></1><2>{derecho}</2>'],
    ['<1>the con</1>tract law', '<1>the </1>{derecho}'],
    ['<1>the contract l</1>aw', '<1>the {derecho}</1>'],
    ['con<1>tract law and more</1>', '<1>{derecho} and more</1>'],
    ['contract l<1>aw and more</1>', '{derecho}<1> and more</1>'],
    ['<1>contract <2>la</2></1><3>w is</3>', '<1><2>{derecho}</2></1><3> is</3>'],
    ['con<1/>tract<2/> law<3/>', '{derecho}<1/><2/><3/>'],
    ['con<1/>tr<2>act</2> law', '<2>{derecho}<1/></2>'],
    ['con<1></1>tract law', '<1></1>{derecho}'],
    ['contract law<1></1>contract law', 'contract law<1></1>contract law'],
    ['key<1> </1>key {key} key{x}law', '{llave}<1> </1>{llave} {key} {llave}{x}law'],
    ['contract {x} law', 'contract {x} law'],
    ['con<1>tra<2>ct</1> l</2>aw', '<1>{derecho}<2></1></2>'],
    ['con</1>tract<2> law', '</1>{derecho}<2>'],
  ])('terms and tags of %s become %s', (written, expected) => {
    expect(write(glossary.apply(parse(written)))).toBe(expected);
  });

  it('a segment without terms is returned as it is', () => {
    for (const written of ['', 'nothing <1>here</1>', '{key}', '<1></1>']) {
      const segment = parse(written);
      expect(glossary.apply(segment)).toBe(segment);
    }
  });
});

describe('a compiled glossary', () => {
  it('a compiled glossary reports the terms that it has applied, in the order of the texts', () => {
    const glossary = compile({ a: '1', b: '2', c: '3' });
    const tally = new TermTally();
    for (const text of ['B and c', 'A b B']) glossary.apply([{ kind: 'text', text }], tally);
    expect(tally.applied).toEqual([
      { source: 'b', target: '2', count: 3 },
      { source: 'c', target: '3', count: 1 },
      { source: 'a', target: '1', count: 1 },
    ]);
  });

  it('a compiled glossary puts targets in without the white space around them, and reports them as given', () => {
    const tally = new TermTally();
    const glossary = compile({ ' key ': ' llave ' });
    expect(glossary.apply([{ kind: 'text', text: 'a key.' }], tally)).toEqual([
      { kind: 'text', text: 'a ' },
      { kind: 'keep', text: 'llave', source: 'key' },
      { kind: 'text', text: '.' },
    ]);
    expect(tally.applied).toEqual([{ source: ' key ', target: ' llave ', count: 1 }]);
  });

  it('a compiled glossary has a size and an estimate of its memory', () => {
    expect(compile({}).size).toBe(0);
    const glossary = compile({ a: 'b', c: 'd' });
    expect(glossary.size).toBe(2);
    expect(glossary.bytes).toBeGreaterThan(100);
    expect(compile({}).apply([{ kind: 'text', text: 'a' }])).toEqual([{ kind: 'text', text: 'a' }]);
  });
});
