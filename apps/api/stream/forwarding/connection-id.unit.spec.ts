import { expect, it } from 'vitest';
import { newConnectionId, newNodeId, nodeOf } from './connection-id.js';

it('the id of a connection says which node has it, and is another each time', () => {
  const node = newNodeId();
  const ids = Array.from({ length: 1_000 }, () => newConnectionId(node));
  expect(new Set(ids).size).toBe(1_000);
  for (const id of ids) {
    expect(id).toMatch(/^con_[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(nodeOf(id)).toBe(node);
  }
});

it.each(['', 'con_', 'con_1', 'req_01KAH3W7J4B2X8Y6Z5V9T0S1R2', `con_${'U'.repeat(26)}`, `con_${'0'.repeat(27)}`])(
  'what is no id of a connection names no node: "%s"',
  (id) => {
    expect(nodeOf(id)).toBeUndefined();
  },
);
