import { expect, it } from 'vitest';
import { mostConnections } from './most-connections.js';

const limits = (openFiles: string): string =>
  [
    'Limit                     Soft Limit           Hard Limit           Units     ',
    'Max processes             unlimited            unlimited            processes ',
    `Max open files            ${openFiles.padEnd(20)} 524288               files     `,
  ].join('\n');

it('leaves a fifth of the files to the work itself', () => expect(mostConnections(() => limits('1024'))).toBe(819));

it('is not bounded where there is no limit, or none is told', () => {
  expect(mostConnections(() => limits('unlimited'))).toBe(Number.POSITIVE_INFINITY);
  expect(
    mostConnections(() => {
      throw new Error('ENOENT');
    }),
  ).toBe(Number.POSITIVE_INFINITY);
});

it('can tell what holds here', () => expect(mostConnections()).toBeGreaterThan(100));
