import { join } from 'node:path';
import { expect, it } from 'vitest';
import { envExample } from './env-example.suite.js';

it('.env.example lists every setting with its default (vitest -u writes it)', () =>
  expect(envExample()).toMatchFileSnapshot(join(import.meta.dirname, '../../../.env.example')));
