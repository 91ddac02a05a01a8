import { describe, expect, it } from 'vitest';
import { userAgentOf } from './user-agent.js';

/** A header as Node gives it: a character a byte. */
const sent = (text: string): string => Buffer.from(text).toString('latin1');

describe('the agent of a request', () => {
  it.each([
    ['none', undefined, ''],
    ['a usual one', 'curl/8.5.0', 'curl/8.5.0'],
    ['one in Latin-1', 'caf\u00e9/1', 'café/1'],
    ['one in UTF-8', sent('café/1 Ünïcode 東京'), 'café/1 Ünïcode 東京'],
    ['one with C1 controls', 'a\u0085CEF:0|x\u009b2J', 'a\\u0085CEF:0|x\\u009b2J'],
    ['one with the same in UTF-8', sent('a\u0085\u2028\u202eb'), 'a\\u0085\\u2028\\u202eb'],
    ['one with a tab', 'a\tb', 'a\\u0009b'],
  ])('%s is read as it was meant, and acts on no line', (_what, header, agent) =>
    expect(userAgentOf(header)).toBe(agent),
  );

  it.each([
    'x'.repeat(600),
    sent('é'.repeat(600)),
    sent('東'.repeat(600)),
    sent('😀'.repeat(600)),
    '\u0085'.repeat(600),
  ])('one that is long is cut at 512 characters and 1 KiB, between characters', (header) => {
    const agent = userAgentOf(header);
    expect(agent.length).toBeLessThanOrEqual(512);
    expect(Buffer.byteLength(agent)).toBeLessThanOrEqual(1_024);
    expect(Buffer.byteLength(agent)).toBeGreaterThan(500);
    expect(agent.isWellFormed()).toBe(true);
  });
});
