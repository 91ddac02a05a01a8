import type { LanguagePair } from './inference.port.js';

/** Makes the key of a pair in a map: `en-es`. */
export const pairKey = ({ source, target }: LanguagePair): string => `${source}-${target}`;
