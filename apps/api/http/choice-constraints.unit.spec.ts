import { OmitType } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { describe, expect, it } from 'vitest';
import { rejectionOf } from '#test/fakes/rejected.js';
import { repeatableParametersOf } from './canonical-form.decorator.js';
import { AreAmong, IsEuroVocDomain, IsFlag, IsListOf, IsOneOf } from './choice-constraints.js';
import { validated } from './validation.js';

const states = ['pending', 'completed', 'failed'];

class Filter {
  @IsOptional()
  @IsOneOf(states)
  state?: string;

  @IsOptional()
  @IsListOf(['translate', 'translate_document', 'detect'])
  action?: string;

  @IsOptional()
  @AreAmong(states)
  states?: string[];

  @IsOptional()
  @IsEuroVocDomain()
  domain?: string;

  @IsOptional()
  @IsFlag()
  follow?: string;
}

/** A class that is made of another has what its fields take. */
class FilterWithoutState extends OmitType(Filter, ['state'] as const) {}

const faultOf = async (given: object): Promise<string> => {
  const { details } = await rejectionOf(async () => validated(Filter, given));
  return JSON.stringify(Object.values(details ?? {})[0]);
};

describe('a field of a closed set', () => {
  it.each([
    ['state', 'completed'],
    ['action', 'translate'],
    ['action', 'detect,translate'],
    ['states', ['failed', 'pending']],
    ['domain', '12 law'],
  ])('a field %s takes what there is: %j', (field, value) =>
    expect(validated(Filter, { [field]: value })).toEqual({ [field]: value }),
  );

  it.each([
    ['domain', '12 LAW', '12 law'],
    ['domain', '10 european union', '10 European Union'],
    ['follow', 'True', 'true'],
    ['follow', 'FALSE', 'false'],
    ['follow', '1', 'true'],
    ['follow', '0', 'false'],
    ['action', ['detect', 'translate'], 'detect,translate'],
    ['action', ['detect,translate', 'translate_document'], 'detect,translate,translate_document'],
  ])('a field %s takes %j for %j', (field, given, taken) => {
    expect(validated(Filter, { [field]: given })).toEqual({ [field]: taken });
    expect(validated(FilterWithoutState, { [field]: given })).toEqual({ [field]: taken });
  });

  it('a list alone may be there several times', () =>
    expect(repeatableParametersOf(FilterWithoutState)).toEqual(['action']));

  it.each(['yes', '2', '', 'tru'])('a flag is none of %j', async (follow) =>
    expect(await faultOf({ follow })).toBe(JSON.stringify(['must be true or false'])),
  );

  it.each([
    [{ state: 'complet' }, 'must be one of pending, completed, failed; did you mean completed?'],
    [{ state: 'Failed' }, 'must be one of pending, completed, failed; did you mean failed?'],
    [{ state: 'done' }, 'must be one of pending, completed, failed'],
    [{ state: ['failed'] }, 'must be one of pending, completed, failed'],
    [{ state: 'c'.repeat(100_000) }, 'must be one of pending, completed, failed'],
    [
      { action: 'detect,translat' },
      'must be one of translate, translate_document, detect, or several of them separated by commas; did you mean translate?',
    ],
    [{ states: ['failed', 'pendign'] }, 'must be among pending, completed, failed; did you mean pending?'],
    [{ states: ['failed', 5] }, 'must be among pending, completed, failed'],
  ])('what is none of them is told what there is, and what was probably meant: %j', async (given, fault) =>
    expect(await faultOf(given)).toBe(JSON.stringify([fault])),
  );

  it('a domain is told with its number', async () =>
    expect(await faultOf({ domain: '12 Laws' })).toMatch(/the EuroVoc domains: .*; 12 law; .*; did you mean 12 law\?/));
});
