import type { JsonObject } from '#libs/domain/json.js';
import type { OpenedLayer, SealedData, SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';

/** Placeholder of personal data whose key has been destroyed. */
export const erased = '[erased]';

/** Sealed data, and the subject of the layer inside, where there is one. */
export interface SealedLayers extends SealedData {
  innerSubject: string | null;
}

/** Opened data of one layer; null where they cannot be opened any more. */
export type Opened = JsonObject | null;

/** A text of sealed data; `[erased]` when the data cannot be opened any more, empty when they hold no such text. */
export const textIn = (opened: Opened | undefined, name: string): string => {
  if (!opened) return erased;
  const value = opened[name];
  return typeof value === 'string' ? value : '';
};

/** The salt of a value's commitment, in base64; undefined for what was sealed without, or cannot be opened. */
export const saltIn = (opened: Opened | undefined, name: string): string | undefined =>
  (opened as OpenedLayer | null | undefined)?.salts?.[name];

/** Opens each different text once: the acts of a caller within a minute share one. */
const openDifferent = async (
  subjectKeys: Pick<SubjectKeys, 'openMany'>,
  items: readonly SealedData[],
): Promise<(index: number) => Opened> => {
  const places = new Map<string, number>();
  const different: SealedData[] = [];
  const placeOf = items.map(({ subject, sealed }) => {
    const key = `${subject} ${sealed}`;
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, different.length);
    return different.push({ subject, sealed }) - 1;
  });
  const opened = await subjectKeys.openMany(different);
  return (index) => opened[placeOf[index] ?? -1] ?? null;
};

/** Opens both layers of each item with one look-up of keys a layer; data of one layer are given as both. */
export const openLayers = async (
  subjectKeys: Pick<SubjectKeys, 'openMany'>,
  items: readonly SealedLayers[],
): Promise<{ outer: Opened; inner: Opened }[]> => {
  const outerAt = await openDifferent(subjectKeys, items);
  const within = items.flatMap(({ innerSubject }, index) => {
    const sealed = (outerAt(index) as OpenedLayer | null)?.inner;
    return innerSubject === null || sealed === undefined ? [] : [{ index, subject: innerSubject, sealed }];
  });
  const innerOf = await openDifferent(subjectKeys, within);
  const innerAt = new Map(within.map(({ index }, place) => [index, innerOf(place)]));
  return items.map((_, index) => {
    const data = outerAt(index);
    return { outer: data, inner: innerAt.has(index) ? (innerAt.get(index) ?? null) : data };
  });
};
