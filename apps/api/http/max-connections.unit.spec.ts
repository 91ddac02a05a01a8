import { expect, it } from 'vitest';
import { maxConnections } from './max-connections.js';

const limits = (openFiles: string): string =>
  [
    'Limit                     Soft Limit           Hard Limit           Units     ',
    'Max processes             unlimited            unlimited            processes ',
    `Max open files            ${openFiles.padEnd(20)} 524288               files     `,
  ].join('\n');

it('a fifth of the files is left to the work itself', () => expect(maxConnections(() => limits('1024'))).toBe(819));

it('connections are unbounded when there is no limit, or none is reported', () => {
  expect(maxConnections(() => limits('unlimited'))).toBe(Number.POSITIVE_INFINITY);
  expect(
    maxConnections(() => {
      throw new Error('ENOENT');
    }),
  ).toBe(Number.POSITIVE_INFINITY);
});

it('the limit of this system can be read', () => expect(maxConnections()).toBeGreaterThan(100));
