import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import manifest from './package.json' with { type: 'json' };
import { version } from './requests.js';

const isCode = (line: string): boolean => !/^\s*(?:\/\*\*.*|\*.*|\/\/.*)?$/.test(line);

it('the layer that is written by hand has at most 1,200 lines of code, beside the names that it gives to generated types', () => {
  const folder = import.meta.dirname;
  const files = readdirSync(folder).filter((name) => /^[a-z-]+\.ts$/.test(name) && name !== 'types.ts');
  const lines = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  expect(files).toContain('requests.ts');
  expect(lines.filter(isCode).length).toBeLessThanOrEqual(1_200);
});

it('the version that the client names is that of the package, which needs no other', () => {
  expect(version).toBe(manifest.version);
  expect(manifest).not.toHaveProperty('dependencies');
});
