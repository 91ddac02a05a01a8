import type { ModelConfig } from '@transledger/triton-client/model-config';
import { describe, expect, it } from 'vitest';
import { ModelCatalogue } from './model-catalogue.js';
import { haveOneContract, inCommon } from './models-in-common.js';
import { type TranslationModel, translationModelOf } from './translation-model.js';

type Tensor = ModelConfig['input'][number] & ModelConfig['output'][number];

const tensor = (name: string, data_type: Tensor['data_type'] = 'TYPE_STRING'): Tensor => ({
  name,
  data_type,
  dims: [1],
  format: 'FORMAT_NONE',
  reshape: null,
  is_shape_tensor: false,
  allow_ragged_batch: false,
  optional: false,
  is_non_linear_format_io: false,
  label_filename: '',
});

const configOf = (parameters: Record<string, string>, changes: Partial<ModelConfig> = {}): ModelConfig => ({
  name: 'neural',
  platform: '',
  backend: 'python',
  runtime: '',
  version_policy: null,
  max_batch_size: 32,
  input: ['TEXT', 'SOURCE', 'TARGET', 'DOMAIN', 'FORMALITY'].map((name) => tensor(name)),
  output: [tensor('TRANSLATION'), tensor('CONFIDENCE', 'TYPE_FP32')],
  batch_input: [],
  batch_output: [],
  optimization: null,
  instance_group: [],
  default_model_filename: '',
  cc_model_filenames: {},
  metric_tags: {},
  parameters: Object.fromEntries(
    Object.entries({ transledger: '1', ...parameters }).map(([key, string_value]) => [key, { string_value }]),
  ),
  model_warmup: [],
  model_operations: null,
  model_transaction_policy: null,
  model_repository_agents: null,
  response_cache: null,
  model_metrics: null,
  ...changes,
});

const modelOf = (parameters: Record<string, string>, changes: Partial<ModelConfig> = {}) => {
  const model = translationModelOf(configOf(parameters, changes));
  if (model === undefined) throw new Error('not a model');
  return model;
};

describe('the parameters of a model', () => {
  it('parameters say what a model offers', () => {
    const model = modelOf({
      transledger_pairs: 'en-es  es-en eng-spa zz-en en-en',
      transledger_languages: 'de fi\n xx pt_BR de',
      transledger_qualities: 'fast',
      transledger_model: 'Fast Fish',
      transledger_models: 'es-en=spa-eng',
      transledger_rank: '-2.5',
      transledger_formality: 'de es',
      transledger_domains: '1',
      transledger_markup: '1',
      transledger_stream: 'neural_stream',
    });
    expect(model).toEqual({
      name: 'neural',
      reportedName: expect.any(Function),
      pairs: ['en-es', 'es-en', 'de-fi', 'fi-de'].map((pair) => ({ source: pair.slice(0, 2), target: pair.slice(3) })),
      qualities: ['fast'],
      rank: -2.5,
      formality: new Set(['de', 'es']),
      hasDomains: true,
      marksUp: true,
      streamModel: 'neural_stream',
      maxBatchSize: 32,
      priorityLevels: 0,
    });
    expect(model?.reportedName({ source: 'en', target: 'es' })).toBe('Fast Fish');
    expect(model?.reportedName({ source: 'es', target: 'en' })).toBe('spa-eng');
  });

  it('parameters may be left out', () => {
    const model = modelOf({ transledger_pairs: 'en-es' });
    expect(model?.reportedName({ source: 'en', target: 'es' })).toBe('neural');
    expect(model).toMatchObject({
      qualities: ['fast', 'balanced', 'quality'],
      rank: 0,
      formality: new Set(),
      hasDomains: false,
      marksUp: false,
      streamModel: undefined,
    });
  });

  it('parameters may name regional variants as targets, which are no languages of their own', () => {
    const model = modelOf({ transledger_pairs: 'es-pt es-pt-BR en-ca-valencia', transledger_formality: 'pt' });
    expect(model.pairs).toEqual([
      { source: 'es', target: 'pt' },
      { source: 'es', target: 'pt-BR' },
      { source: 'en', target: 'ca-valencia' },
    ]);
    const { languages } = new ModelCatalogue([model]);
    expect(languages.map(({ code, supportsFormality }) => [code, supportsFormality])).toEqual([
      ['ca', false],
      ['en', false],
      ['es', false],
      ['pt', true],
    ]);
  });

  it('parameters mean nothing without the tensors for them', () => {
    const input = ['TEXT', 'SOURCE', 'TARGET'].map((name) => tensor(name));
    const parameters = { transledger_pairs: 'en-es', transledger_domains: '1', transledger_formality: 'es' };
    expect(modelOf(parameters, { input })).toMatchObject({ hasDomains: false, formality: new Set() });
  });

  it('parameters are not looked for in other models', () => {
    expect(translationModelOf(configOf({}, { parameters: {} }))).toBeUndefined();
  });

  it.each([
    ['another version', { transledger: '2', transledger_pairs: 'en-es' }, 'is not 1'],
    ['no pair', {}, 'name no pair'],
    ['no pair of ISO 639-1', { transledger_pairs: 'eng-spa' }, 'name no pair'],
    ['half a pair', { transledger_pairs: 'en-es fr-' }, 'no pair such as'],
    ['a way for a pair', { transledger_pairs: 'en-es-fr' }, 'no pair such as'],
    ['another quality', { transledger_pairs: 'en-es', transledger_qualities: 'best' }, 'other than fast'],
    ['no number', { transledger_pairs: 'en-es', transledger_rank: 'high' }, 'no number'],
    ['no flag', { transledger_pairs: 'en-es', transledger_markup: 'yes' }, 'neither 0 nor 1'],
  ])('a model is malformed with %s', (_, parameters, message) => {
    expect(() => modelOf(parameters)).toThrow(message);
  });

  it.each([
    ['without batches', { max_batch_size: 0 }, 'max_batch_size'],
    ['without an input', { input: [tensor('TEXT'), tensor('SOURCE')] }, 'TARGET'],
    ['without an output', { output: [tensor('TRANSLATION')] }, 'CONFIDENCE'],
    ['with another type', { output: [tensor('TRANSLATION'), tensor('CONFIDENCE')] }, 'CONFIDENCE'],
  ])('a model is malformed %s', (_, changes, message) => {
    expect(() => modelOf({ transledger_pairs: 'en-es' }, changes)).toThrow(message);
  });
});

describe('a model that runs pipelines of Apertium', () => {
  const tensors = (
    input = ['TEXT', 'MODE'].map((name) => tensor(name)),
    output = [tensor('OUTPUT'), tensor('FAILED', 'TYPE_BOOL')],
  ): Partial<ModelConfig> => ({ name: 'apertium', input, output });
  const pipelines = (parameters: Record<string, string>, changes: Partial<ModelConfig> = {}) =>
    modelOf({ transledger: 'apertium-pipeline/1', ...parameters }, { ...tensors(), ...changes });
  const reported = (model: TranslationModel) =>
    model.pairs.map((pair) => `${pair.source}-${pair.target} ${model.reportedName(pair)}`).sort();

  it('an Apertium model offers the pairs of its modes by the embedded engine’s rules, without broken modes', () => {
    const model = pipelines({
      transledger_modes: 'eng-spa spa-por spa-por_BR hbs-eng rus-ukr cat-eng-debug spa-ast nob-dan',
      transledger_recursive_modes: 'nob-dan',
      transledger_stream: 'apertium_stream',
      transledger_qualities: 'fast',
    });
    expect(reported(model)).toEqual([
      'bs-en apertium-hbs-eng',
      'en-es apertium-eng-spa',
      'es-pt apertium-spa-por',
      'es-pt-BR apertium-spa-por_BR',
      'es-pt-PT apertium-spa-por',
      'hr-en apertium-hbs-eng',
      'nb-da apertium-nob-dan',
      'sr-en apertium-hbs-eng',
    ]);
    expect(model.modes?.get('nb-da')).toEqual({ name: 'nob-dan', isRecursive: true });
    expect(model.modes?.get('es-pt')).toEqual({ name: 'spa-por', isRecursive: false });
    expect(model).toMatchObject({ qualities: ['fast'], rank: 0, streamModel: 'apertium_stream', maxBatchSize: 32 });
  });

  it.each([
    ['no mode', {}, {}, 'names no mode that can be used'],
    ['broken modes alone', { transledger_modes: 'rus-ukr' }, {}, 'names no mode that can be used'],
    ['no input for the mode', { transledger_modes: 'eng-spa' }, tensors([tensor('TEXT')]), 'no tensor MODE'],
    ['another output', { transledger_modes: 'eng-spa' }, tensors(undefined, [tensor('OUTPUT')]), 'no tensor FAILED'],
  ])('an Apertium model is malformed with %s', (_, parameters, changes, message) => {
    expect(() => pipelines(parameters, changes)).toThrow(message);
  });

  it('an Apertium model of two servers offers the modes that both have', () => {
    const one = pipelines({ transledger_modes: 'eng-spa es-pt nob-dan', transledger_recursive_modes: 'nob-dan' });
    const other = pipelines({ transledger_modes: 'eng-spa spa-por nob-dan' });
    expect(reported(inCommon(one, other))).toEqual(['en-es apertium-eng-spa']);
  });

  it('a name that another server has for a model that translates by itself offers nothing', () => {
    const one = pipelines({ transledger_modes: 'eng-spa' });
    const other = modelOf({ transledger_pairs: 'en-es' }, { name: 'apertium' });
    expect(haveOneContract(one, other)).toBe(false);
    expect(inCommon(one, other).pairs).toEqual([]);
    expect(inCommon(other, one).pairs).toEqual([]);
  });
});

describe('the catalogue', () => {
  const named = (name: string, parameters: Record<string, string>) => modelOf(parameters, { name });
  const catalogue = new ModelCatalogue([
    named('small', { transledger_pairs: 'en-es en-de', transledger_qualities: 'fast', transledger_rank: '9' }),
    named('b', { transledger_pairs: 'en-es', transledger_qualities: 'balanced quality', transledger_rank: '1' }),
    named('a', { transledger_pairs: 'en-es', transledger_rank: '1', transledger_formality: 'es' }),
    named('large', { transledger_pairs: 'en-es', transledger_qualities: 'quality', transledger_rank: '1.5' }),
  ]);

  it.each([
    ['en', 'es', 'fast', 'small'],
    ['en', 'es', 'balanced', 'a'],
    ['en', 'es', 'quality', 'large'],
    ['en', 'de', 'quality', 'small'],
    ['es', 'en', 'fast', undefined],
  ] as const)('chooses for %s to %s in quality %s the model %s', (source, target, quality, name) => {
    expect(catalogue.choose(source, target, quality)?.name).toBe(name);
  });

  it('the catalogue has every pair once, and every language with its features', () => {
    expect(catalogue.pairs.map(({ source, target }) => `${source}-${target}`).sort()).toEqual(['en-de', 'en-es']);
    expect(catalogue.languages).toEqual([
      { code: 'de', supportsFormality: false },
      { code: 'en', supportsFormality: false },
      { code: 'es', supportsFormality: true },
    ]);
  });

  it('a language heeds a domain where a model into it does', () => {
    const { languages } = new ModelCatalogue([
      named('plain', { transledger_pairs: 'en-es' }),
      { ...named('legal', { transledger_pairs: 'es-en' }), hasDomains: true },
    ]);
    expect(languages.filter(({ supportsDomain }) => supportsDomain).map(({ code }) => code)).toEqual(['en']);
  });
});
