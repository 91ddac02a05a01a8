import type { RequestWarning } from '#libs/application/documents/option-effects.js';
import { type WithMeta, withMeta } from '../http/envelope.js';

/** The data of a response, with the warnings in its `meta` where there are any. */
export const withWarnings = <T>(data: T, warnings: readonly RequestWarning[]): T | WithMeta<T> =>
  warnings.length === 0 ? data : withMeta(data, { warnings });
