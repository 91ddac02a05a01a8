import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '#test/project-root.js';

const imported = /^import (?!type )(?:[^;']*? from )?'([^']+)'/gm;

/** Our sources and the packages that a file imports at once, itself or through others, without those that are loaded later. */
const loadedWith = (file: string, found = new Set<string>()): Set<string> => {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, path = ''] of readFileSync(join(projectRoot, file), 'utf8').matchAll(imported)) {
    if (!/^[#.]/.test(path)) found.add(path);
    else loadedWith((path.startsWith('#') ? path.slice(1) : join(dirname(file), path)).replace(/js$/, 'ts'), found);
  }
  return found;
};

it('the command line answers what needs no service without loading an engine or a read model', () => {
  const loaded = [...loadedWith('apps/cli/main.ts'), ...loadedWith('apps/cli/command-line.ts')];
  expect(loaded).toContain('commander');
  expect(
    loaded.filter((name) => /^(libs\/(engines|ports|application)|projections)\/|^(typeorm|@nestjs)/.test(name)),
  ).toEqual([]);
});

it('a command that changes something loads its own handler alone, without Nest', () => {
  const created = 'libs/application/api-keys/create-api-key.handler.ts';
  const loaded = [...new Set([...loadedWith('apps/cli/operator.ts'), ...loadedWith(created)])];
  expect(loaded.filter((name) => name.endsWith('.handler.ts'))).toEqual([created]);
  expect(loaded.filter((name) => /^(typeorm|@nestjs|reflect-metadata)/.test(name))).toEqual([]);
});

it('lists of the audit log load nothing of proofs', () => {
  const loaded = [...loadedWith('apps/cli/audit.commands.ts'), ...loadedWith('apps/cli/audit-list.command.ts')];
  expect(loaded).toContain('projections/audit-log/audit-log.queries.ts');
  expect(loaded.filter((name) => name.startsWith('@transledger/'))).toEqual([]);
});

it.each(['audit-list', 'documents', 'jobs', 'keys', 'organization', 'usage', 'users', 'webhooks'])(
  'commands of %s load neither TypeORM nor Nest nor what measures, unless they change something',
  (name) => {
    const [file = ''] = globSync(`apps/cli/${name}.{command,commands}.ts`, { cwd: projectRoot });
    expect(loadedWith(file)).toContain('apps/cli/service.ts');
    const beside = ['libs/engines/foundation.ts', 'libs/read-side/read-models/pool-queries.ts'];
    const loaded = [file, ...beside].flatMap((each) => [...loadedWith(each)]);
    expect(loaded).toContain('pg');
    expect(loaded.filter((name) => /^(typeorm|@nestjs|prom-client)/.test(name))).toEqual([]);
  },
);
