import type { Parser } from './parsers.js';

export interface Setting<T> {
  /** Text of the default; undefined when unset has a meaning of its own, which the description gives. */
  default: string | undefined;
  parse: Parser<T>;
  description: string;
}

export const setting = <T>(fallback: string, parse: Parser<T>, description: string) =>
  ({ default: fallback, parse, description }) satisfies Setting<T> as Setting<T> & { default: string };

export const optional = <T>(parse: Parser<T>, description: string) =>
  ({ default: undefined, parse, description }) satisfies Setting<T> as Setting<T> & { default: undefined };
