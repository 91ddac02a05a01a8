import leven from 'leven';

/** A pair of languages, and the architecture where one is named. */
export interface ModelName {
  source: string;
  target: string;
  architecture?: string;
}

const language = '([a-z]{2,3}(?:-[a-z]{4})?)';
const form = new RegExp(`^${language}-${language}(?::([a-z0-9][a-z0-9-]{0,30}))?$`, 'i');

/** `zh-Hans` is `zh` here; the script of others is written as in `zh-Hant`. */
const languageOf = (code: string): string => {
  const [primary = '', script] = code.toLowerCase().split('-');
  if (script === undefined || (primary === 'zh' && script === 'hans')) return primary;
  return `${primary}-${script.charAt(0).toUpperCase()}${script.slice(1)}`;
};

/** Reads `en-de` or `en-de:tiny`; undefined for a text of another form. */
export const modelNameOf = (text: string): ModelName | undefined => {
  const [matched, source = '', target = '', architecture] = form.exec(text.trim()) ?? [];
  if (matched === undefined) return undefined;
  return {
    source: languageOf(source),
    target: languageOf(target),
    ...(architecture !== undefined && { architecture: architecture.toLowerCase() }),
  };
};

export const pairOf = ({ source, target }: ModelName): string => `${source}-${target}`;

export const textOfName = (name: ModelName): string =>
  name.architecture === undefined ? pairOf(name) : `${pairOf(name)}:${name.architecture}`;

/** The architectures of which a pair that names none takes the first that there is. */
const usualArchitectures = ['base-memory', 'base', 'tiny'];

/** The model that a name means among several; one whose architecture is none of the usual ones comes last. */
export const meant = <Model extends Required<ModelName>>(
  { source, target, architecture }: ModelName,
  models: readonly Model[],
): Model | undefined => {
  const ofPair = models.filter((model) => model.source === source && model.target === target);
  if (architecture !== undefined) return ofPair.find((model) => model.architecture === architecture);
  const [first] = usualArchitectures.flatMap((usual) => ofPair.filter((model) => model.architecture === usual));
  return first ?? ofPair[0];
};

const maxNamed = 5;

/** The pairs that are nearest to one that there is none of: those that are spelt most like it. */
export const nearestPairs = (name: ModelName, models: readonly Required<ModelName>[]): string[] => {
  const pair = pairOf(name);
  const pairs = [...new Set(models.map(pairOf))].map((candidate) => ({ candidate, distance: leven(pair, candidate) }));
  return pairs
    .filter(({ distance }) => distance <= 2)
    .sort((one, other) => one.distance - other.distance || one.candidate.localeCompare(other.candidate))
    .slice(0, maxNamed)
    .map(({ candidate }) => candidate);
};
