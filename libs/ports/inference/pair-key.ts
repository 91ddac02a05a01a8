import type { LanguagePair } from './inference.port.js';

/** `en-es`: a pair as the key of a map. */
export const pairKey = ({ source, target }: LanguagePair): string => `${source}-${target}`;
