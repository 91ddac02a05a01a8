import 'reflect-metadata';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
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

/** The routes of the API that ask for no credential, as their controllers declare them: `GET /health/live`. */
const routesWithoutKey = async (): Promise<string[]> => {
  const files = globSync('apps/api/**/*.controller.ts', { cwd: projectRoot });
  const modules = await Promise.all(files.map((file) => import(join(projectRoot, file))));
  const controllers = modules
    .flatMap((module) => Object.values<unknown>(module))
    .filter((value) => typeof value === 'function');
  return controllers.flatMap((controller) => {
    const base: string | undefined = Reflect.getMetadata(PATH_METADATA, controller);
    if (base === undefined) return [];
    const names = Object.getOwnPropertyNames(controller.prototype).filter((name) => name !== 'constructor');
    return names.flatMap((name) => {
      const handler = controller.prototype[name];
      const path: string | undefined = Reflect.getMetadata(PATH_METADATA, handler);
      if (path === undefined || Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, handler)?.access) return [];
      const parts = [base, path].flatMap((part) => part.split('/')).filter((part) => part !== '');
      const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler)];
      return [`${method} /${parts.join('/').replaceAll(/:(\w+)/g, '{$1}')}`];
    });
  });
};

it('the page on authentication names exactly the routes that need no key', async () => {
  const [, paths = '', signingIn = ''] = /^Only (.*?) need none,.*?\(([^)]*)\)/ms.exec(page) ?? [];
  const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, route = '']) => route);
  // What the pages at /docs and /console are made of goes without saying.
  const routes = (await routesWithoutKey()).filter((route) => !/^GET \/(?:docs|console)\//.test(route));
  expect([...quoted(paths).map((path) => `GET ${path}`), ...quoted(signingIn)].sort()).toEqual(routes.sort());
});
