import type { Pool } from 'pg';
import type { SoundPlace, WentBack } from '#libs/ports/event-store/log-trail.js';
import { readCheckpoints } from './runner/checkpoint.js';
import type { RunnableProjection } from './runner/runnable-projection.js';

/** Has the projections whose places are not sound made anew by their runner, wherever it is. */
export const renewProjections = async (
  pool: Pool,
  projections: readonly Pick<RunnableProjection, 'name'>[],
  soundPlace: SoundPlace,
): Promise<WentBack[]> => {
  const wentBack: WentBack[] = [];
  const names = projections.map(({ name }) => name);
  for (const { name, position } of (await readCheckpoints(pool, names)).values()) {
    const soundTo = await soundPlace(position);
    if (soundTo === position) continue;
    // Rows of version 0 are of an older release: the runner makes them anew.
    await pool.query(`update projection.checkpoint set version = 0, position = '' where name = $1`, [name]);
    wentBack.push({ reader: `projection:${name}`, position, soundTo });
  }
  return wentBack;
};
