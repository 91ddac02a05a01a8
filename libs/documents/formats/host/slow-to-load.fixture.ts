import { setTimeout as sleep } from 'node:timers/promises';

/** A registry for tests that takes as long to load as a real one on a busy machine. */

export * from './misbehaving-formats.fixture.js';

await sleep(5_000);
