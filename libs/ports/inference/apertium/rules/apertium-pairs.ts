import type { LanguageCode } from '../../inference.port.js';
import { engineLanguage, plainTags } from './apertium-languages.js';
import { brokenModes } from './broken-modes.js';
import { UnusableModeError } from './unusable-mode.errors.js';

/** A direction that a mode translates. */
export interface ApertiumPair {
  source: LanguageCode;
  target: LanguageCode;
  /** Name of the mode: `eng-spa`. */
  mode: string;
  /** Regional or orthographic variant of either side, such as `BR` or `valencia`. */
  variant?: string;
  /** BCP 47 tag of the target's variant, where it has one. */
  tag?: LanguageCode;
}

const sidesOf = (mode: string): [string, string] => {
  const match = /^([a-z]{2,3}(?:_\w+)?)-([a-z]{2,3}(?:_\w+)?)$/.exec(mode);
  if (match === null) throw new UnusableModeError('not a pair of languages');
  return [match[1] ?? '', match[2] ?? ''];
};

/**
 * Lists the directions of a mode; Serbo-Croatian as a source has three.
 * @throws UnusableModeError
 */
export const pairsOfMode = (mode: string): ApertiumPair[] => {
  const [from, to] = sidesOf(mode);
  const source = engineLanguage(from, 'source');
  const target = engineLanguage(to, 'target');
  if (source.codes.length * target.codes.length === 0) {
    throw new UnusableModeError('a language without an ISO 639-1 code');
  }
  const broken = brokenModes.get(mode);
  if (broken !== undefined) throw new UnusableModeError(broken);
  const variant = [source.variant, target.variant].filter((name) => name !== undefined).join('-');
  const pairs = source.codes.flatMap((code) => target.codes.map((other) => ({ source: code, target: other })));
  const { tag } = source.variant === undefined ? target : {};
  return pairs
    .filter((pair) => pair.source !== pair.target)
    .map((pair) => ({
      ...pair,
      mode,
      ...(variant === '' ? {} : { variant }),
      ...(tag === undefined ? {} : { tag }),
    }));
};

/** Returns the name that the API reports for translations of a mode. */
export const modelNameOf = (mode: string): string => `apertium-${mode}`;

/**
 * Orders plain pairs before variants, and then by the shorter name, so that the choice never depends on the order of a
 * folder.
 */
const byPreference = (a: ApertiumPair, b: ApertiumPair): number =>
  Number(a.variant !== undefined) - Number(b.variant !== undefined) ||
  a.mode.length - b.mode.length ||
  (a.mode < b.mode ? -1 : 1);

/**
 * Returns the pairs to the variants that have a tag, and those to the plain language by the tag that it then has, too.
 */
const variantPairs = <P extends ApertiumPair>(usable: readonly P[]): P[] =>
  usable.flatMap((pair) => {
    const { source, target, tag } = pair;
    if (tag === undefined) return [];
    const plain = usable.find((other) => other.source === source && other.target === target && !other.variant);
    const plainTag = plainTags.get(tag);
    return [
      { ...pair, target: tag },
      ...(plain === undefined || plainTag === undefined ? [] : [{ ...plain, target: plainTag }]),
    ];
  });

export interface ArrangedPairs<P> {
  /** At most one direction for each pair of codes, then those to regional variants. */
  offered: readonly P[];
  /** Further directions between codes: variants and older names. */
  further: readonly P[];
}

/** Chooses among the directions of all modes that can be used. */
export const arrangePairs = <P extends ApertiumPair>(usable: readonly P[]): ArrangedPairs<P> => {
  const offered = new Map<string, P>();
  const further: P[] = [];
  const sorted = usable.toSorted(byPreference);
  for (const pair of [...sorted, ...variantPairs(sorted)]) {
    const key = `${pair.source}-${pair.target}`;
    if (offered.has(key)) further.push(pair);
    else offered.set(key, pair);
  }
  return { offered: [...offered.values()], further };
};
