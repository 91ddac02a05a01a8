import { FormatError } from '../format.errors.js';
import type { KeyRules } from '../format.port.js';

interface Step {
  /** The name of a member, the place in a list, or undefined for every child. */
  key: string | number | undefined;
  /** Whether it stands at any depth (`..`). */
  anywhere: boolean;
}

const step =
  /(?:(?<deep>\.\.)|\.)(?:(?<name>[\p{L}_$@][\p{L}\p{N}_$@-]*)|\*)|(?<deepList>\.\.)?\[(?:\*|(?<index>\d{1,9})|'(?<single>(?:[^'\\]|\\.)*)'|"(?<double>(?:[^"\\]|\\.)*)")\]/uy;
const limits = { length: 1000, steps: 64, paths: 200 };

/**
 * The steps of a path of JSONPath, of which it may use `$`, `.name`, `['name']`, `[0]`, `*`, `[*]` and `..`.
 * @throws FormatError `invalid` for everything else
 */
const stepsOf = (path: string): Step[] => {
  const steps: Step[] = [];
  const refuse = (): never => {
    throw new FormatError(
      'invalid',
      "A path of `keys` is not of the kind that can be used: $, .name, ['name'], [0], *, [*] and .. only.",
    );
  };
  if (!path.startsWith('$') || path.length > limits.length) return refuse();
  for (let at = 1; at < path.length; at = step.lastIndex) {
    step.lastIndex = at;
    const groups = step.exec(path)?.groups;
    if (!groups || steps.length === limits.steps) return refuse();
    const { deep, deepList, name, index, single, double } = groups;
    const quoted = (single ?? double)?.replace(/\\(.)/gu, '$1');
    steps.push({
      key: index === undefined ? (name ?? quoted) : Number(index),
      anywhere: (deep ?? deepList) !== undefined,
    });
  }
  return steps;
};

/** The first fault of rules that name keys by paths: the rule, such as `include[3]`, and the reason; undefined where all are right. */
export const faultOfKeyPaths = (rules: KeyRules): { at: string; reason: string } | undefined => {
  for (const list of ['include', 'exclude'] as const) {
    if (rules[list].length > limits.paths) return { at: list, reason: `has more than ${limits.paths} paths` };
    for (const [index, path] of rules[list].entries()) {
      try {
        stepsOf(path);
      } catch (error) {
        if (error instanceof FormatError) return { at: `${list}[${index}]`, reason: error.message };
        throw error;
      }
    }
  }
  return undefined;
};

/** How far each path has been followed down to some value. */
export interface PathState {
  /** The next step of each path that may go on below, by path. */
  next: readonly (readonly number[])[];
  /** Whether a path names the value, or one that it is in. */
  isNamed: boolean;
}

/** Follows paths from the root of a document to each of its values. */
export class KeyPaths {
  private readonly paths: readonly (readonly Step[])[];

  /** @throws FormatError `invalid` for a path that cannot be followed */
  constructor(paths: readonly string[]) {
    if (paths.length > limits.paths) throw new FormatError('invalid', `There are more than ${limits.paths} key paths.`);
    this.paths = paths.map(stepsOf);
  }

  get root(): PathState {
    return { next: this.paths.map(() => [0]), isNamed: this.paths.some((steps) => steps.length === 0) };
  }

  /** The state of a member or of an item of a value. */
  below(state: PathState, key: string | number): PathState {
    const { next, isNamed } = state;
    if (isNamed || this.paths.length === 0) return state;
    let isReached = false;
    const further = this.paths.map((steps, path) => {
      const states = new Set<number>();
      for (const at of next[path] ?? []) {
        const { anywhere = false, key: wanted } = steps[at] ?? {};
        if (anywhere) states.add(at);
        if (at < steps.length && (wanted === undefined || wanted === key)) states.add(at + 1);
      }
      if (states.has(steps.length)) isReached = true;
      return [...states];
    });
    return { next: further, isNamed: isReached };
  }
}

/** Progress of the rules of an upload down to a value. */
export interface KeyState {
  include: PathState;
  exclude: PathState;
}

/** The rules for the keys of one document. */
export class KeySelection {
  private readonly include: KeyPaths;
  private readonly exclude: KeyPaths;
  private readonly takesAll: boolean;

  /** @throws FormatError `invalid` for a path that cannot be followed */
  constructor({ include, exclude }: KeyRules) {
    this.include = new KeyPaths(include);
    this.exclude = new KeyPaths(exclude);
    this.takesAll = include.length === 0;
  }

  get root(): KeyState {
    return { include: this.include.root, exclude: this.exclude.root };
  }

  below(state: KeyState, key: string | number): KeyState {
    return { include: this.include.below(state.include, key), exclude: this.exclude.below(state.exclude, key) };
  }

  /** Undefined where the value stays; whether the caller named it elsewhere. */
  taken({ include, exclude }: KeyState): { isNamed: boolean } | undefined {
    if (exclude.isNamed || !(this.takesAll || include.isNamed)) return undefined;
    return { isNamed: include.isNamed };
  }
}
