import leven from 'leven';

const ownPrefix = 'TRANSLEDGER_';
/** Largest part of a name that may be misspelt. */
const tolerance = 0.3;

const withoutPrefix = (name: string): string => (name.startsWith(ownPrefix) ? name.slice(ownPrefix.length) : name);

/** The setting that was probably meant by a name that is none; undefined when none is near. Prefixes are left out. */
export const similarSetting = (name: string, settings: readonly string[]): string | undefined => {
  const given = withoutPrefix(name);
  const distances = settings.map((setting) => ({ setting, distance: leven(given, withoutPrefix(setting)) }));
  const [nearest] = distances.sort((a, b) => a.distance - b.distance);
  return nearest !== undefined && nearest.distance <= given.length * tolerance ? nearest.setting : undefined;
};
