import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#test/project-root.js';

/** The metrics of our own that docs/operations.md describes; it names those of Node and its processes by prefix. */
export const documentedMetrics = (): Set<string> => {
  const text = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('| `transledger_'));
  const names = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
  return new Set(names);
};

export const isOfNode = (name: string): boolean => /^transledger_(process|nodejs)_/.test(name);
