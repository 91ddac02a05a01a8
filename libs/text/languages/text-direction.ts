import { scriptOf } from './script-kind.js';

const rightToLeftScripts = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

/** Whether a language, by its tag, is written from right to left in its usual script. */
export const isRightToLeft = (tag: string): boolean => rightToLeftScripts.has(scriptOf(tag) ?? '');

/** `toRightToLeft`, `toLeftToRight`, or undefined where the translation runs as its source does. */
export type DirectionChange = 'toRightToLeft' | 'toLeftToRight' | undefined;

export const directionChange = (source: string, target: string): DirectionChange => {
  if (isRightToLeft(source) === isRightToLeft(target)) return undefined;
  return isRightToLeft(target) ? 'toRightToLeft' : 'toLeftToRight';
};
