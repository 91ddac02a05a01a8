import { expect, it } from 'vitest';
import { mostConnections } from './most-connections.js';

const limits = (openFiles: string): string =>
  [
    'Limit                     Soft Limit           Hard Limit           Units     ',
    'Max processes             unlimited            unlimited            processes ',
    `Max open files            ${openFiles.padEnd(20)} 524288               files     `,
  ].join('\n');

it('a fifth of the files is left to the work itself', () => expect(mostConnections(() => limits('1024'))).toBe(819));

it('connections are unbounded when there is no limit, or none is reported', () => {
  expect(mostConnections(() => limits('unlimited'))).toBe(Number.POSITIVE_INFINITY);
  expect(
    mostConnections(() => {
      throw new Error('ENOENT');
    }),
  ).toBe(Number.POSITIVE_INFINITY);
});

it('the limit of this system can be read', () => expect(mostConnections()).toBeGreaterThan(100));
