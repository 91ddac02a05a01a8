import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '#test/project-root.js';

const importsOf = (file: string): string[] =>
  [...readFileSync(join(projectRoot, file), 'utf8').matchAll(/(?:from|import|import\() ?'((?:#|\.)[^']+)\.js'/g)].map(
    ([, path = '']) => `${path.startsWith('#') ? path.slice(1) : join(dirname(file), path)}.ts`,
  );

/** Paths of the sources that these lead to by their imports, themselves among them. Packages are not followed. */
export const reachedFrom = (roots: readonly string[]): Set<string> => {
  const reached = new Set<string>();
  const waiting = [...roots];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    waiting.push(...importsOf(file));
  }
  return reached;
};
