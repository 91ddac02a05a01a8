import type { FastifyInstance } from 'fastify';
import leven from 'leven';

/** Characters of the longest unknown path that is compared with known ones. */
const maxCompared = 80;
/** Largest part of a path that may be misspelt. */
const tolerance = 0.2;
/** Methods that may be meant by another: what is made by name is put, and what is changed is put or patched. */
const alternatives: Readonly<Record<string, readonly string[]>> = { POST: ['PUT'], PUT: ['PATCH'], PATCH: ['PUT'] };

interface Route {
  pattern: RegExp;
  /** The collection that the route is of one thing of; undefined where it does not end with a parameter. */
  collection: RegExp | undefined;
  methods: Set<string>;
}

/**
 * The methods of each path, gathered as routes are registered: Fastify treats a known path with a wrong method as
 * unknown, and a caller deserves 405 with `Allow`.
 */
export class MethodTable {
  private readonly routes = new Map<string, Route>();

  constructor(instance: FastifyInstance) {
    instance.addHook('onRoute', ({ url, method }) => {
      // The plugin for CORS has OPTIONS of every path.
      if (url === '*') return;
      const route = this.routes.get(url) ?? {
        pattern: patternOf(url),
        collection: collectionOf(url),
        methods: new Set(),
      };
      for (const name of [method].flat()) route.methods.add(name);
      this.routes.set(url, route);
    });
  }

  /** The methods of a path; empty for an unknown path. */
  allowed(path: string): string[] {
    const routes = [...this.routes.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(routes.flatMap(({ methods }) => [...methods]))].sort();
  }

  /**
   * The operation, as its documentation writes it, that was probably meant by a method which a known path does not have:
   * of the collection above it, or of one thing of the collection that it is.
   */
  meant(path: string, method: string): string | undefined {
    const above = path.replace(/\/[^/]*\/?$/, '');
    for (const name of [method, ...(alternatives[method] ?? [])]) {
      const found = [...this.routes].find(
        ([, { pattern, collection, methods }]) =>
          methods.has(name) && (pattern.test(above) || collection?.test(path) === true),
      );
      if (found !== undefined) return `${name} ${documented(found[0])}`;
    }
    return undefined;
  }

  /** The known path, as its documentation writes it, that was probably meant by an unknown one; undefined where none is near. */
  nearest(path: string): string | undefined {
    if (path.length > maxCompared) return undefined;
    const given = asDocumented(path);
    const near = [...this.routes].flatMap(([url, { pattern }]) => {
      if (url.endsWith('*')) return [];
      if (pattern.test(given)) return [{ url, distance: 0 }];
      const filled = withParameters(url, given);
      const more = given.length - filled.length;
      const maxDistance = (url.length + more) * tolerance;
      if (Math.abs(more) > maxDistance) return [];
      const distance = leven(given, filled);
      return distance > maxDistance ? [] : [{ url, distance }];
    });
    const [found] = near.sort((a, b) => a.distance - b.distance);
    return found && documented(found.url);
  }
}

/** A path in small letters, with single slashes and our version in the place of none or another. */
const asDocumented = (path: string): string =>
  path
    .toLowerCase()
    .replaceAll(/\/{2,}/g, '/')
    .replace(/^(?:\/api)?(?:\/v\d+(?:\.\d+)*)?(?=\/)/, '/v1')
    .replace(/\/$/, '');

/** A path as its documentation writes it. */
const documented = (url: string): string => url.replaceAll(/:([^/]+)/g, '{$1}');

/** A route with what a path has in the places of its parameters: ids make nothing nearer or farther. */
const withParameters = (url: string, path: string): string => {
  const given = path.split('/');
  return url
    .split('/')
    .map((part, index) => (part.startsWith(':') ? (given[index] ?? part) : part))
    .join('/');
};

const patternOf = (url: string): RegExp =>
  new RegExp(
    `^${url
      .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll(/:[^/]+/g, '[^/]+')
      .replace(/\*$/, '.+')}/?$`,
  );

const collectionOf = (url: string): RegExp | undefined => {
  const above = url.replace(/\/:[^/]+$/, '');
  return above === url ? undefined : patternOf(above);
};
