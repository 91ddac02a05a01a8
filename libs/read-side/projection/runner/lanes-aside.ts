import type { ClientBase, Pool } from 'pg';
import { heldLaneNames } from './held-lanes.js';
import { parkedLanes } from './parked-events.js';
import type { RunnableProjection } from './runnable-projection.js';

/** The lanes whose events are not applied for now: parked or held back, whichever the projection does. */
export const lanesAside = async (
  client: ClientBase | Pool,
  { name, onFailure }: Pick<RunnableProjection, 'name' | 'onFailure'>,
): Promise<Set<string>> =>
  onFailure === 'hold' ? new Set((await heldLaneNames(client, [name])).get(name)) : parkedLanes(client, name);
