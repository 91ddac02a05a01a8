import type { ExportDestination } from './export-destination.js';

type Places = Pick<ExportDestination, 'readPlaces' | 'writePlaces'>;

const placesAt = async (destination: Places): Promise<Record<string, string>> =>
  JSON.parse((await destination.readPlaces()) ?? '{}');

/** The cursor behind the last export of this name to the place of the destination; undefined before the first. */
export const placeOf = async (destination: Places, name: string): Promise<string | undefined> =>
  (await placesAt(destination))[name];

export const keepPlace = async (destination: Places, name: string, cursor: string): Promise<void> => {
  const places = { ...(await placesAt(destination)), [name]: cursor };
  await destination.writePlaces(`${JSON.stringify(places, undefined, 2)}\n`);
};
