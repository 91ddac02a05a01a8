import type { FastifyInstance } from 'fastify';

/**
 * The methods of each path, gathered as routes are registered: Fastify treats a known path with a wrong method as
 * unknown, and a caller deserves 405 with `Allow`.
 */
export class MethodTable {
  private readonly routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();

  constructor(instance: FastifyInstance) {
    instance.addHook('onRoute', ({ url, method }) => {
      if (url.includes('*')) return;
      const route = this.routes.get(url) ?? { pattern: patternOf(url), methods: new Set() };
      for (const name of [method].flat()) route.methods.add(name);
      this.routes.set(url, route);
    });
  }

  /** The methods of a path; empty for an unknown path. */
  allowed(path: string): string[] {
    const routes = [...this.routes.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(routes.flatMap(({ methods }) => [...methods]))].sort();
  }
}

const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:[^/]+/g, '[^/]+')}/?$`);
