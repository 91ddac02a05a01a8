import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scopes } from '#libs/domain/api-key/scopes.js';
import { projectRoot } from './project-root.js';

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
const page = read('docs/authentication.md');

it('the page on authentication says what opens each route, and knows no other', () => {
  const routes = read('test/e2e/routes.txt')
    .split('\n')
    .map((line) => line.replace(/^[a-z]+/, (method) => method.toUpperCase()));
  const documented = [...page.matchAll(/`([A-Z]+ \/v1\/[^`]+)`/g)].map(([, route = '']) => route);
  expect(routes.filter((route) => !documented.includes(route))).toEqual([]);
  expect([...new Set(documented)].filter((route) => !routes.includes(route) && !route.startsWith('WS '))).toEqual([]);
});

it('the page on authentication knows every scope', () => {
  expect(scopes.filter((scope) => !page.includes(`| \`${scope}\` |`))).toEqual([]);
});
