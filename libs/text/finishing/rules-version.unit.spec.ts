import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rulesVersion } from './rules-version.js';

const folder = import.meta.dirname;

it('the version is that of the rules as they are written: a change to what they do raises it', () => {
  const rules = readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts') && name !== 'rules-version.ts')
    .sort();
  const hash = createHash('sha256');
  for (const name of rules) hash.update(readFileSync(join(folder, name)));
  expect({ rulesVersion, written: hash.digest('hex').slice(0, 16) }).toEqual({
    rulesVersion: '1',
    written: 'ab4e8088dbf8a5d1',
  });
});
