import { expect, it } from 'vitest';
import { rejectionOf } from '#test/fakes/rejected.js';
import { assertNoFormatOption } from './form-options.js';

it.each(['sheet_names', 'hidden', 'ocr', 'keys', 'its_rules'])(
  '%s beside the others is sent to format_options',
  async (name) =>
    expect((await rejectionOf(() => assertNoFormatOption({ target: 'es', [name]: 'true' }))).details).toEqual({
      [name]: [expect.stringContaining('belongs into format_options')],
    }),
);

it('the other options pass', () =>
  expect(() => assertNoFormatOption({ quality: 'fast', format_options: '{}' })).not.toThrow());
