import { expect, it } from 'vitest';
import { causeOf } from '#libs/platform/telemetry/cause.js';
import { causeCells, causeHeadings } from './cause.output.js';
import { table } from './output.js';

it('the output shows class, code and message of the cause, its own cause, and where that was thrown', () => {
  const first = Object.assign(new RangeError('a text'), { code: 'ERR_X' });
  const cells = causeCells(causeOf(new Error('a text', { cause: first })));
  expect(cells).toEqual(['Error ← RangeError (ERR_X)', expect.stringContaining('cause.output.unit.spec')]);
});

it('the output shows a dash for an unknown cause', () =>
  expect(table(causeHeadings, [causeCells(undefined)])).toEqual(['CAUSE  THROWN', '–      –']));
