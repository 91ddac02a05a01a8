import { describe, expect, it } from 'vitest';
import type { Segment } from '#libs/segments/segment.js';
import { applyGlossary } from './glossary-spans.js';

const terms = [
  { source: 'contract', target: 'contrato marco' },
  { source: 'API key', target: 'clave de API' },
  { source: 'key', target: 'llave' },
  { source: 'C++', target: 'C++' },
  { source: 'Polish', target: 'polaco' },
  { source: 'polish', target: 'abrillantar' },
];
const apply = (text: string): string =>
  applyGlossary([{ kind: 'text', text }], terms)
    .map((part) => (part.kind === 'keep' ? `[${part.text}]` : part.kind === 'text' ? part.text : ''))
    .join('');

describe('glossary', () => {
  it('puts the target of a whole word as a span to keep', () => {
    expect(apply('a contract, contracts, subcontract')).toBe('a [contrato marco], contracts, subcontract');
  });

  it('takes the longest term at a place', () => {
    expect(apply('an API key and a key')).toBe('an [clave de API] and a [llave]');
  });

  it('finds a term across any white space', () => {
    expect(apply('API  \nkey')).toBe('[clave de API]');
  });

  it('follows the case of the text', () => {
    expect(apply('Contract. CONTRACT')).toBe('[Contrato marco]. [CONTRATO MARCO]');
  });

  it('prefers the term written in just that case', () => {
    expect(apply('Polish people polish')).toBe('[polaco] people [abrillantar]');
  });

  it('takes signs in a term as they are', () => {
    expect(apply('C++ and C')).toBe('[C++] and C');
  });

  it('leaves tags and kept spans alone', () => {
    const segment: Segment = [
      { kind: 'keep', text: 'key' },
      { kind: 'open', id: 1 },
      { kind: 'close', id: 1 },
    ];
    expect(applyGlossary(segment, terms)).toEqual(segment);
    expect(applyGlossary(segment)).toBe(segment);
  });
});
