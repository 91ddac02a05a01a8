import { applyDecorators } from '@nestjs/common';
import { euroVocDomains } from '#libs/domain/euro-voc.js';
import { didYouMean } from '#libs/platform/errors/did-you-mean.js';
import { CanonicalDomain, CanonicalFlag, RepeatableParameter } from './canonical-form.decorator.js';
import { constraint } from './constraints.js';
import { nearestName } from './nearest-name.js';

/** Characters of the longest value that is compared with those that there are. */
const maxCompared = 60;

/** `; did you mean completed?` for the first of the values that is none and resembles one; empty where none does. */
export const likelyChoice = (given: readonly unknown[], choices: readonly string[]): string => {
  const wrong = given.find((value) => typeof value === 'string' && !choices.includes(value));
  if (typeof wrong !== 'string' || wrong.length > maxCompared) return '';
  return didYouMean(nearestName(wrong, choices));
};

const isAmong = (choices: readonly string[]) => (value: unknown) =>
  typeof value === 'string' && choices.includes(value);

/** Requires one of the values. */
export const IsOneOf = (choices: readonly string[]) =>
  constraint(
    'isOneOf',
    isAmong(choices),
    (value) => `must be one of ${choices.join(', ')}${likelyChoice([value], choices)}`,
  );

/** Requires that every item of an array is one of the values. */
export const AreAmong = (choices: readonly string[]) =>
  constraint(
    'areAmong',
    isAmong(choices),
    (value) => `must be among ${choices.join(', ')}${likelyChoice([value].flat(), choices)}`,
    { each: true },
  );

const isListOf = (choices: readonly string[]) =>
  constraint(
    'isListOf',
    (value) => typeof value === 'string' && value.split(',').every((part) => choices.includes(part)),
    (value) => {
      const parts = typeof value === 'string' ? value.split(',') : [];
      return `must be one of ${choices.join(', ')}, or several of them separated by commas${likelyChoice(parts, choices)}`;
    },
  );

/** Requires one of the values, or several separated by commas or each in a parameter of its own. */
export const IsListOf = (choices: readonly string[]): PropertyDecorator =>
  applyDecorators(RepeatableParameter(), isListOf(choices));

/** Requires a domain of EuroVoc, by number and name, in any case. */
export const IsEuroVocDomain = (): PropertyDecorator =>
  applyDecorators(
    CanonicalDomain(),
    constraint(
      'isEuroVocDomain',
      isAmong(euroVocDomains),
      (value) =>
        `must be one of the EuroVoc domains: ${euroVocDomains.join('; ')}${likelyChoice([value], euroVocDomains)}`,
    ),
  );

/** Requires `true` or `false` of a form or query, in any case, or `1` or `0`. */
export const IsFlag = (): PropertyDecorator =>
  applyDecorators(CanonicalFlag(), constraint('isFlag', isAmong(['true', 'false']), 'must be true or false'));
