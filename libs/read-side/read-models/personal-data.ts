import type { JsonObject } from '#libs/domain/json.js';

/** Stands for personal data whose key has been destroyed. */
export const erased = '[erased]';

/** A text of what was sealed; `[erased]` when it cannot be opened any more, empty when it was sealed without one. */
export const textIn = (opened: JsonObject | null | undefined, name: string): string => {
  if (!opened) return erased;
  const value = opened[name];
  return typeof value === 'string' ? value : '';
};
