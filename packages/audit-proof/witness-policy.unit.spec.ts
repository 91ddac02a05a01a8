import { describe, expect, it } from 'vitest';
import { publicKeyOf } from './ed25519.js';
import { formatVerifierKey, makeVerifierKey, signatureType } from './verifier-key.js';
import { parsePolicy } from './witness-policy.js';

const keyOf = async (name: string, byte: number, type: 1 | 4 = signatureType.cosignature) =>
  formatVerifierKey(makeVerifierKey(name, await publicKeyOf(new Uint8Array(32).fill(byte)), type));

const [x1, x2, y1, log] = await Promise.all([
  keyOf('x1.example', 1),
  keyOf('x2.example', 2),
  keyOf('y1.example', 3),
  keyOf('example.org/log', 4, signatureType.ed25519),
]);

const witnesses = `witness X1 ${x1} https://x1.example/w\nwitness X2 ${x2}\nwitness Y1 ${y1}\n`;

describe('a policy of witnesses', () => {
  it('it names logs and witnesses, with where they are to be asked', () => {
    const policy = parsePolicy(`# ours\n\n  log ${log}\n${witnesses}\tquorum\tnone \n`);
    expect(policy.logs.map(({ name }) => name)).toEqual(['example.org/log']);
    expect(policy.witnesses.map(({ name, key, url }) => [name, key.name, url])).toEqual([
      ['X1', 'x1.example', 'https://x1.example/w'],
      ['X2', 'x2.example', undefined],
      ['Y1', 'y1.example', undefined],
    ]);
    expect(policy.isQuorum(new Set())).toBe(true);
  });

  it('it says which of them are enough', () => {
    const { isQuorum } = parsePolicy(`${witnesses}group X any X1 X2\ngroup both all X Y1\nquorum both\n`);
    expect([['X1'], ['Y1'], ['X2', 'Y1'], ['X1', 'X2']].map((names) => isQuorum(new Set(names)))).toEqual([
      false,
      false,
      true,
      false,
    ]);
    const two = parsePolicy(`${witnesses}group G 2 X1 X2 Y1\nquorum G\n`);
    expect([two.isQuorum(new Set(['X1'])), two.isQuorum(new Set(['X1', 'Y1']))]).toEqual([false, true]);
  });

  it.each([
    ['', 'no quorum'],
    [`${witnesses}`, 'no quorum'],
    ['quorum X1\n', 'Line 1 of the policy: X1 is no witness or group before it'],
    [`${witnesses}witness X9 ${x1}\nquorum none\n`, 'Line 4'],
    [`witness none ${x1}\nquorum none\n`, 'Line 1'],
    [`witness X1 ${log}\nquorum none\n`, 'Line 1'],
    [`log ${x1}\nquorum none\n`, 'Line 1'],
    [`witness X1 ${x1} ftp://x1.example\nquorum none\n`, 'Line 1'],
    [`${witnesses}group G 4 X1 X2 Y1\nquorum G\n`, 'Line 4'],
    [`${witnesses}group G 0 X1\nquorum G\n`, 'Line 4'],
    [`${witnesses}group G any X1 X1\nquorum G\n`, 'Line 4'],
    [`group G any H\ngroup H any G\nquorum G\n`, 'Line 1'],
    [`quorum none\nquorum none\n`, 'Line 2'],
    ['witness X1 what\nquorum none\n', 'Line 1'],
    ['witnesses\nquorum none\n', 'Line 1'],
  ])('another is refused with the line: %#', (text, message) => expect(() => parsePolicy(text)).toThrow(message));
});
