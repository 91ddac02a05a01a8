import type { Quality } from './inference.port.js';

/**
 * Qualities to take for the one that is asked for, the nearest first; of two equally near the better, for `fast` the
 * faster.
 */
export const qualityOrder: Readonly<Record<Quality, readonly Quality[]>> = {
  fast: ['fast', 'balanced', 'quality'],
  balanced: ['balanced', 'quality', 'fast'],
  quality: ['quality', 'balanced', 'fast'],
};
