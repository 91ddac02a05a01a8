type Method = (this: unknown, ...args: unknown[]) => unknown;
/** Returns the signs or items that a call looked at, or copied. */
type Looks = (self: never, args: never, answer: never) => number;

const inText = (self: string, [sought, from = 0]: [string, number?], at: number): number =>
  Math.max(0, (at === -1 ? self.length : at + sought.length) - from);

const inItems = (self: unknown[], [sought]: [unknown]): number => {
  for (let at = 0; at < self.length; at += 1) if (self[at] === sought) return at;
  return self.length;
};

const copied = (_self: unknown, _args: unknown, { length }: unknown[]): number => length;

/** Native functions whose time grows with what they are given. Slices of texts share their memory. */
const natives: readonly [of: object, name: string, looks: Looks][] = [
  [String.prototype, 'indexOf', inText],
  [String.prototype, 'includes', (self: string, [sought]: [string]) => (sought.length <= 1 ? 1 : self.length)],
  [Array.prototype, 'indexOf', inItems],
  [Array.prototype, 'includes', inItems],
  [Array.prototype, 'slice', copied],
  [Array.prototype, 'concat', copied],
  [Array.prototype, 'toReversed', copied],
  [Array.prototype, 'splice', (self: unknown[], [start]: [number]) => (start < 0 ? -start : self.length - start)],
];

interface SearchCount {
  looks: number;
  end(): void;
}

/** Signs between where an expression begins to search and the end of what it found. */
const searched = (expression: RegExp, from: number, text: string, found: RegExpExecArray | null): number => {
  if (expression.sticky || expression.source.startsWith('^')) return 1 + (found?.[0].length ?? 0);
  return 1 + (found === null ? text.length : found.index + found[0].length) - from;
};

/** Counts what native searches and copies look at until `end` is called. */
export const searchCount = (): SearchCount => {
  const restore: (() => void)[] = [];
  const count: SearchCount = {
    looks: 0,
    end: () => {
      for (const each of restore) each();
    },
  };
  const replace = (of: object, name: string, by: (original: Method) => Method): void => {
    const original = Reflect.get(of, name) as Method;
    Reflect.set(of, name, by(original));
    restore.push(() => Reflect.set(of, name, original));
  };
  for (const [of, name, looks] of natives) {
    replace(
      of,
      name,
      (original) =>
        function (...args) {
          const answer = original.apply(this, args);
          count.looks += looks(this as never, args as never, answer as never);
          return answer;
        },
    );
  }
  replace(
    RegExp.prototype,
    'exec',
    (original) =>
      function (text) {
        const expression = this as RegExp;
        const from = expression.global || expression.sticky ? expression.lastIndex : 0;
        const found = original.call(this, text) as RegExpExecArray | null;
        count.looks += searched(expression, from, String(text), found);
        return found;
      },
  );
  return count;
};
