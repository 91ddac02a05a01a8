import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const statement = /^(?:import|export)(?! type)\s[^;]*?from '([^']+)'|^import '([^']+)'/gm;

const fileOf = (name: string, importer: string): string | undefined => {
  if (!/^[#.]/.test(name)) return undefined;
  const path = name.startsWith('#') ? join(root, name.slice(1)) : resolve(dirname(importer), name);
  return path.replace(/\.js$/, '.ts');
};

/** Names of the packages, and paths of our own files, that a program loads before it does anything. */
const loadedBy = (program: string): Set<string> => {
  const loaded = new Set<string>();
  const files = [join(root, program)];
  for (let file = files.pop(); file !== undefined; file = files.pop()) {
    if (loaded.has(file)) continue;
    loaded.add(file);
    for (const [, from, alone] of readFileSync(file, 'utf8').matchAll(statement)) {
      const name = from ?? alone ?? '';
      const next = fileOf(name, file);
      if (next === undefined) loaded.add(name);
      else files.push(next);
    }
  }
  return new Set([...loaded].map((name) => name.replace(`${root}/`, '')));
};

// Each is some 3 to 20 MiB of a process that may never need it.
const rare = ['pdfkit', 'fontkit', 'pkijs', 'asn1js', 'openid-client', 'undici', 'kafkajs', '@aws-sdk/client-s3'];
const formats = ['docx', 'xlsx', 'pptx', 'pdf'].map((name) => `libs/documents/formats/${name}/${name}.format.ts`);

it.each([
  ['apps/api/start-api.ts', [...rare, ...formats, 'pg-boss']],
  ['apps/worker/start-worker.ts', [...rare, ...formats]],
  ['apps/projector/start-projector.ts', [...rare, ...formats, 'typeorm', 'pg-boss']],
  ['apps/standalone/run-service.ts', [...rare, ...formats, 'typeorm', 'pg-boss', '@nestjs/core']],
])('%s loads nothing at its start that most processes never need', (program, unwanted) => {
  const loaded = loadedBy(program);
  expect(loaded).toContain('pg');
  expect(unwanted.filter((name) => loaded.has(name))).toEqual([]);
});
