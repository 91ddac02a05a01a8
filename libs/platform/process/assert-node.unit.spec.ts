import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '#test/project-root.js';
import { isSupportedNode, oldestNode } from './assert-node.js';

it.each([
  ['20.19.5', false],
  ['22.21.1', false],
  ['22.22.0', true],
  ['24.0.0', true],
])('Node %s is supported: %s', (version, isSupported) => expect(isSupportedNode(version)).toBe(isSupported));

it('what the service needs is what npm start brings', () => {
  const starting = readFileSync(join(projectRoot, 'scripts/setup/node.cjs'), 'utf8');
  const [major, minor] = oldestNode.split('.');
  expect(starting).toContain(`const floor = [${major}, ${minor}];`);
});

it.each(['api', 'cli', 'projector', 'standalone', 'worker'])('%s loads nothing that an older Node cannot', (app) => {
  const program = readFileSync(join(projectRoot, `apps/${app}/main.ts`), 'utf8');
  const loaded = [...program.matchAll(/^import .*?'([^']+)';$/gm)].map(([, name]) => name);
  const allowed = [
    'reflect-metadata',
    '#libs/platform/process/assert-node.js',
    '#libs/platform/process/compile-cache.js',
  ];
  expect(loaded.filter((name = '') => !allowed.includes(name))).toEqual([]);
  expect(program.indexOf('assertNode();')).toBeLessThan(program.indexOf('await import'));
});
