export interface Difference {
  /** The names that lead to the value: `options.page_range`. */
  path: string;
  /** Undefined where there was none. */
  before: unknown;
  after: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const leavesOf = (value: unknown, path = ''): [string, unknown][] =>
  isObject(value)
    ? Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, path === '' ? name : `${path}.${name}`))
    : [[path, value]];

/** The values that two states of a thing do not share, by name. */
export const differencesOf = (before: object | null, after: object | null): Difference[] => {
  const [was, is] = [before, after].map((state) => new Map(leavesOf(state ?? {}).filter(([path]) => path !== '')));
  const paths = new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])]);
  return [...paths]
    .map((path) => ({ path, before: was?.get(path), after: is?.get(path) }))
    .filter(({ before: one, after: other }) => JSON.stringify(one) !== JSON.stringify(other));
};
