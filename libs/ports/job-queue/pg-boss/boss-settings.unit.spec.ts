import { expect, it } from 'vitest';
import { jobOptions } from './boss-settings.js';

it('a job stays as long with a dead worker as its queue says, or shorter, but never under what pg-boss takes', () => {
  expect(jobOptions(15_000)).toEqual({});
  expect(jobOptions(12_500)).toEqual({ heartbeatSeconds: 13 });
  expect(jobOptions(1_000)).toEqual({ heartbeatSeconds: 10 });
});
