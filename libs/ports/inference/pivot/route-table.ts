import { baseLanguage } from '#libs/text/languages/language-tag.js';
import type { LanguageCode, LanguagePair } from '../inference.port.js';
import { compareRoutes } from './route-preference.js';

type Route = readonly LanguageCode[];

/**
 * Finds the best routes through one and through two languages, to all targets that cannot be reached directly, but for
 * the source's own variants.
 */
const routesFrom = (
  source: LanguageCode,
  targetsOf: ReadonlyMap<LanguageCode, ReadonlySet<LanguageCode>>,
): Map<LanguageCode, Route> => {
  const direct = targetsOf.get(source) ?? new Set();
  const found = new Map<LanguageCode, Route>();
  let ends: Route[] = [...direct].filter((code) => code !== source).map((code) => [source, code]);
  for (let through = 1; through <= 2; through += 1) {
    const longer = ends.flatMap((route) =>
      [...(targetsOf.get(route.at(-1) ?? '') ?? [])]
        .filter((code) => !direct.has(code) && !route.includes(code) && baseLanguage(code) !== source)
        .map((code) => [...route, code]),
    );
    for (const route of longer) {
      const target = route.at(-1) ?? '';
      const best = found.get(target);
      if (best === undefined || compareRoutes(route, best) < 0) found.set(target, route);
    }
    // Targets reached by now have their best route; a longer route goes on from there.
    ends = [...found.values()];
  }
  return found;
};

/** Holds every pair that some direct pairs add up to, through at most two other languages. */
export class RouteTable {
  /** The direct pairs as given, then the others with their routes. */
  readonly pairs: readonly LanguagePair[];
  private readonly routes = new Map<LanguageCode, ReadonlyMap<LanguageCode, Route>>();

  constructor(private readonly direct: readonly LanguagePair[]) {
    const targetsOf = new Map<LanguageCode, Set<LanguageCode>>();
    for (const { source, target } of direct) {
      targetsOf.set(source, (targetsOf.get(source) ?? new Set()).add(target));
    }
    for (const source of targetsOf.keys()) this.routes.set(source, routesFrom(source, targetsOf));
    const pivoted = [...this.routes].flatMap(([source, routes]) =>
      [...routes].map(([target, route]) => ({ source, target, route })),
    );
    this.pairs = [...direct, ...pivoted];
  }

  /** Whether the table was built from the same pairs. */
  isOf(pairs: readonly LanguagePair[]): boolean {
    return (
      pairs === this.direct ||
      (pairs.length === this.direct.length &&
        pairs.every(({ source, target, route }, at) => {
          const mine = this.direct[at];
          return source === mine?.source && target === mine.target && route === mine.route;
        }))
    );
  }

  /** Returns the route of a pair; undefined for a direct pair, and where there is no way. */
  routeOf(source: LanguageCode, target: LanguageCode): Route | undefined {
    return this.routes.get(source)?.get(target);
  }
}
