import { expect, it } from 'vitest';
import { readSettings } from '#libs/platform/config/settings.js';
import { assertEmbedded } from './embedded-only.js';

it.each([
  ['DATABASE_URL', 'postgresql://127.0.0.1/x'],
  ['EVENTSTORE_URL', 'esdb://127.0.0.1'],
  ['S3_BUCKET', 'documents'],
])('data that %s leads to are named with what to do instead', (setting, value) =>
  expect(() => assertEmbedded(readSettings({ [setting]: value }))).toThrow(new RegExp(`^${setting}: .* of your own`)),
);

it('nothing is said where all data are in the data folder', () =>
  expect(
    assertEmbedded(readSettings({ REDIS_URL: 'redis://127.0.0.1', KAFKA_BROKERS: '127.0.0.1:9092' })),
  ).toBeUndefined());
