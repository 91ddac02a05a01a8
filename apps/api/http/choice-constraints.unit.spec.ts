import { IsOptional } from 'class-validator';
import { describe, expect, it } from 'vitest';
import { rejectionOf } from '#test/fakes/rejected.js';
import { AreAmong, IsEuroVocDomain, IsListOf, IsOneOf } from './choice-constraints.js';
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
}

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
    expect(await faultOf({ domain: '12 Law' })).toMatch(/the EuroVoc domains: .*; 12 law; .*; did you mean 12 law\?/));
});
