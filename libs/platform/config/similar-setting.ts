import leven from 'leven';

const ownPrefix = 'TRANSLEDGER_';
/** Largest part of a name that may be misspelt. */
const tolerance = 0.3;

const withoutPrefix = (name: string): string => (name.startsWith(ownPrefix) ? name.slice(ownPrefix.length) : name);

/** Whether all words of a name stand in a setting, in their order: `OIDC_SECRET` in `OIDC_CLIENT_SECRET`. */
const hasWordsOf = (setting: string, name: string): boolean => {
  const words = name.split('_');
  let found = 0;
  for (const word of setting.split('_')) if (word === words[found]) found += 1;
  return words.length > 1 && found === words.length;
};

/**
 * The setting that was probably meant by a name that is none: one that is spelt nearly so, or the only one that has its words.
 * Undefined when there is none. Prefixes are left out.
 */
export const similarSetting = (name: string, settings: readonly string[]): string | undefined => {
  const given = withoutPrefix(name);
  const distances = settings.map((setting) => ({ setting, distance: leven(given, withoutPrefix(setting)) }));
  const [nearest] = distances.sort((a, b) => a.distance - b.distance);
  if (nearest !== undefined && nearest.distance <= given.length * tolerance) return nearest.setting;
  const [longer, another] = settings.filter((setting) => hasWordsOf(withoutPrefix(setting), given));
  return another === undefined ? longer : undefined;
};
