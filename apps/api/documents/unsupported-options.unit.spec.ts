import { expect, it } from 'vitest';
import { rejectionOf } from '#test/fakes/rejected.js';
import { assertSupportedOptions } from './unsupported-options.js';

it.each([
  [{}],
  [{ preserve_layout: true }],
  [{ preserve_images: true }],
  [{ translate_alt_text: false, translate_comments: false }],
  [{ preserve_layout: undefined, page_range: undefined }],
])('the options %j are accepted, since they ask for nothing unsupported', (choices) =>
  expect(() => assertSupportedOptions(choices)).not.toThrow(),
);

it.each([
  ['preserve_layout', false],
  ['preserve_images', false],
  ['translate_alt_text', true],
  ['translate_comments', true],
  ['page_range', '1-3'],
  ['page_range', ''],
])('the unsupported option %s: %j is refused by name, never ignored', async (field, value) => {
  const { code, status, details } = await rejectionOf(() => assertSupportedOptions({ [field]: value }));
  expect({ code, status, fields: Object.keys(details ?? {}) }).toEqual({
    code: 'invalid_request',
    status: 400,
    fields: [field],
  });
});
