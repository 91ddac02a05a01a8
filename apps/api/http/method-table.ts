import type { FastifyInstance } from 'fastify';

/**
 * Which methods each path has, gathered as routes are registered: Fastify answers a known path with a
 * wrong method as if the path were unknown, and a caller deserves 405 with `Allow`.
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

  /** Empty for an unknown path. */
  allowed(path: string): string[] {
    const routes = [...this.routes.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(routes.flatMap(({ methods }) => [...methods]))].sort();
  }
}

const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:[^/]+/g, '[^/]+')}/?$`);
