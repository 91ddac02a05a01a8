import { Allow, getMetadataStorage } from 'class-validator';
import { euroVocDomains } from '#libs/domain/euro-voc.js';
import { canonicalTag } from '#libs/text/languages/language-tag.js';

type Rule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];
export type Writing = (value: unknown) => unknown;

/** Kept as a rule of class-validator that refuses nothing: so a class that is made of another has it too. */
interface Trait {
  write?: Writing;
  isRepeatable?: true;
  takesNull?: true;
}

const withTrait = (trait: Trait): PropertyDecorator => Allow({ context: { trait } });

/** Traits of a field that one of its rules carries; empty for all other rules. */
export const traitOf = ({ context }: Pick<Rule, 'context'>): Trait =>
  typeof context === 'object' && context !== null && 'trait' in context ? context.trait : {};

/** Writes what came in a field in one form before its rules see it. What has no such form stays for the rules to refuse. */
export const CanonicalForm = (write: Writing): PropertyDecorator => withTrait({ write });

/** Marks an optional field in which null is a value of its own, and not the field left out as everywhere else. */
export const TakesNull = (): PropertyDecorator => withTrait({ takesNull: true });

const ofStrings =
  (write: (value: string) => string): Writing =>
  (value) =>
    typeof value === 'string' ? write(value) : value;

/** Writes the language tag in a field as BCP 47 does, whatever the case in which it came: `es` for `ES`. */
export const CanonicalTag = (): PropertyDecorator => CanonicalForm(ofStrings(canonicalTag));

const flags = new Map([
  ['1', 'true'],
  ['0', 'false'],
]);

/** `true` or `false` of a form or query as clients of any language write them: `True`, `FALSE`, `1`; another string as it is. */
export const canonicalFlag = (value: string): string => {
  const small = value.toLowerCase();
  return flags.get(small) ?? (small === 'true' || small === 'false' ? small : value);
};

/** Takes `true` and `false` of a form or query in any case, and as `1` and `0`. */
export const CanonicalFlag = (): PropertyDecorator => CanonicalForm(ofStrings(canonicalFlag));

const domainsInSmall = new Map<string, string>(euroVocDomains.map((domain) => [domain.toLowerCase(), domain]));

/** Takes a domain of EuroVoc in any case. */
export const CanonicalDomain = (): PropertyDecorator =>
  CanonicalForm(ofStrings((value) => domainsInSmall.get(value.toLowerCase()) ?? value));

/** Takes a parameter that is there several times for a list with commas. */
export const RepeatableParameter = (): PropertyDecorator =>
  withTrait({
    isRepeatable: true,
    write: (value) =>
      Array.isArray(value) && value.every((item) => typeof item === 'string') ? value.join(',') : value,
  });

/** The parameters of a query that may be there several times. */
export const repeatableParametersOf = (type: new () => object): readonly string[] =>
  getMetadataStorage()
    .getTargetValidationMetadatas(type, '', false, false)
    .filter((rule) => traitOf(rule).isRepeatable)
    .map(({ propertyName }) => propertyName);
