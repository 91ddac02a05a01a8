import type { Pool } from 'pg';
import { FairSlots } from '#libs/platform/async/fair-slots.js';

/** Connections that one rebuild holds at a time. */
const heldByOne = 2;
/** Connections for what goes on beside rebuilds: reads of the log, which they wait for, and the other projections. */
const leftForOthers = 2;

/**
 * Slots for so many rebuilds at a time that the pool keeps connections for what they wait for themselves. A rebuild
 * holds one connection as it waits for another: if all did so at once, none would go on.
 */
export const rebuildSlots = (pool: Pick<Pool, 'options'>): FairSlots =>
  new FairSlots({ slots: Math.max(1, Math.floor((pool.options.max - leftForOthers) / heldByOne)) });
