import leven from 'leven';

/** Largest part of a name that may be misspelt. */
const tolerance = 0.34;
/** Characters that two names must begin with alike to be near in spite of what follows: `target` and `target_lang`. */
const minCommonStart = 5;

const plain = (name: string): string => name.replaceAll(/[_-]/g, '').toLowerCase();

const isNear = (given: string, name: string): boolean => {
  const shorter = Math.min(given.length, name.length);
  if (shorter >= minCommonStart && (given.startsWith(name) || name.startsWith(given))) return true;
  return leven(given, name) <= given.length * tolerance;
};

/** The known name that was probably meant by one that is none; undefined when none is near. */
export const nearestName = (name: string, known: readonly string[]): string | undefined => {
  const given = plain(name);
  const near = known.filter((candidate) => isNear(given, plain(candidate)));
  const distances = near.map((candidate) => ({ candidate, distance: leven(given, plain(candidate)) }));
  return distances.sort((a, b) => a.distance - b.distance)[0]?.candidate;
};
