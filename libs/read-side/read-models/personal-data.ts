import type { JsonObject } from '#libs/domain/json.js';

/** Placeholder of personal data whose key has been destroyed. */
export const erased = '[erased]';

/** A text of sealed data; `[erased]` when the data cannot be opened any more, empty when they hold no such text. */
export const textIn = (opened: JsonObject | null | undefined, name: string): string => {
  if (!opened) return erased;
  const value = opened[name];
  return typeof value === 'string' ? value : '';
};
