import { describe, expect, it } from 'vitest';
import { catalogueOf, maxUnpackedBytes, packedBytes } from './catalogue.js';
import { builtInCatalogue, cataloguesOf, find, isInstallable } from './catalogues.js';
import { modelNameOf } from './model-name.js';
import { publicSource } from './model-source.js';
import { pathInRegistry } from './public-bucket.js';

const hash = 'a'.repeat(64);
const file = { size: 10, sha256: hash };
const files = { 'model.ende.bin.gz': file, 'vocab.ende.spm.gz': file };
const entry = { pair: 'en-de', architecture: 'tiny', folder: 'models/tiny/ende', files };
const catalogue = (change: object = {}, whole: object = {}) =>
  catalogueOf(JSON.stringify({ ...whole, models: [{ ...entry, ...change }] }), 'mine');
const named = (text: string) => modelNameOf(text) ?? { source: '', target: '' };
const { signal } = new AbortController();

describe('a catalogue', () => {
  it.each<[string, object]>([
    ['a folder above the source', { folder: '../models' }],
    ['a folder from the root', { folder: '/models' }],
    ['a hidden folder', { folder: 'models/.git' }],
    ['a file in another folder', { files: { ...files, 'lex.x/../../y.bin': file } }],
    ['no vocabulary', { files: { 'model.ende.bin.gz': file } }],
    ['one vocabulary of two', { files: { 'model.ende.bin.gz': file, 'srcvocab.ende.spm.gz': file } }],
    ['two models', { files: { ...files, 'model.ende.bin': file } }],
    ['a hash that is none', { files: { ...files, 'model.ende.bin.gz': { size: 10, sha256: 'A'.repeat(64) } } }],
    ['a size that is none', { files: { ...files, 'model.ende.bin.gz': { size: -1, sha256: hash } } }],
    ['a size beyond all', { files: { ...files, 'model.ende.bin.gz': { size: 2 ** 40, sha256: hash } } }],
    ['an architecture that is a path', { architecture: '../x' }],
    ['a pair that is none', { pair: 'English' }],
    ['an unpacked model without a hash', { model: { bytes: 10 } }],
  ])('with %s is refused by the number of the model', (_name, change) =>
    expect(() => catalogue(change)).toThrow('Model 1 of the catalogue mine cannot be used'),
  );

  it.each(['', '[]', '{}', 'null', '{"models":{}}'])('that is %j is refused', (text) =>
    expect(() => catalogueOf(text, 'mine')).toThrow('The catalogue mine'),
  );

  it('says licence, name and size of a model, and leaves out files that have no part in it', () => {
    const [model] = catalogue(
      { name: 'Ours', licence: 'CC0-1.0', files: { ...files, 'qualityModel.ende.bin.gz': file, 'model.json': file } },
      { licence: 'MPL-2.0', licence_url: 'javascript:alert(1)' },
    ).models;
    expect(model).toMatchObject({ name: 'Ours', licence: 'CC0-1.0', licenceUrl: null, files });
    expect(model && [packedBytes(model), maxUnpackedBytes(model, 'model.ende.bin.gz')]).toEqual([20, 256 * 2 ** 20]);
  });
});

describe('the built-in catalogue', () => {
  it('has 137 models of 95 pairs, of which zh-Hans is zh, at one commit', async () => {
    const { models } = await builtInCatalogue();
    expect(models).toHaveLength(137);
    expect(new Set(models.map(({ pair }) => pair)).size).toBe(95);
    expect(new Set(models.map(({ source, target, architecture }) => `${source}-${target}:${architecture}`)).size).toBe(
      137,
    );
    const [model] = [find(named('en-zh-Hans:base'), [await builtInCatalogue()]).model];
    expect(model).toMatchObject({ target: 'zh', name: 'Firefox en-zh base 2.0', licence: 'MPL-2.0' });
    const { value } = await publicSource.places(model, 'x.gz', signal).next();
    expect(value).toMatchObject({
      from: {
        url: 'https://media.githubusercontent.com/media/mozilla/firefox-translations-models/e7957fc407441a5e3e35bbcbf9d60d9b35764618/models/base/enzh/x.gz',
      },
    });
  });

  it('says what is near a pair that it has not, and what there is of one whose size it has not', async () => {
    const all = [await builtInCatalogue()];
    expect(() => find(named('en-dd'), all)).toThrow(/no model for en-dd; the nearest are .*en-de/);
    expect(() => find(named('qq-ww'), all)).toThrow('models list names all that there are');
    expect(() => find(named('en-de:base'), all)).toThrow('There is en-de:base-memory, en-de:tiny.');
    expect(find(named('en-de'), all).model.architecture).toBe('base-memory');
    expect(await isInstallable({ source: 'en', target: 'de' })).toBe(true);
    expect(await isInstallable({ source: 'en', target: 'eu' })).toBe(false);
  });

  it('is asked after one of the source, or instead of it where that has none', async () => {
    const mine = catalogue();
    const settings = { TRANSLEDGER_MODELS_CATALOGUE: undefined };
    expect(await cataloguesOf({ ...publicSource, catalogue: mine }, settings, signal)).toEqual([mine]);
    expect(await cataloguesOf(publicSource, settings, signal)).toEqual([await builtInCatalogue()]);
  });

  it('a model of a catalogue that names no repository has no public source', async () => {
    const [model] = catalogue().models;
    if (model === undefined) throw new Error('no model');
    await expect(publicSource.places(model, 'x', signal).next()).rejects.toThrow('say --from');
  });
});

it('a file of the bucket is one of the same model, below the bucket', () => {
  const [model] = catalogue({ model: { bytes: 10, sha256: hash } }).models;
  if (model === undefined) throw new Error('no model');
  const registry = (uncompressedHash: string, path: string) => ({
    models: { 'en-de': [{ files: { model: { path: 'x/model.bin.gz', uncompressedHash }, vocab: { path } } }] },
  });
  const of = (...given: Parameters<typeof registry>) => pathInRegistry(registry(...given), model, 'vocab.ende.spm.gz');
  expect(of(hash, 'models/en-de/1/vocab.ende.spm.gz')).toBe('models/en-de/1/vocab.ende.spm.gz');
  expect(of('b'.repeat(64), 'models/en-de/1/vocab.ende.spm.gz')).toBeUndefined();
  expect(of(hash, '../elsewhere/vocab.ende.spm.gz')).toBeUndefined();
  expect(of(hash, 'https://elsewhere.example/vocab.ende.spm.gz')).toBeUndefined();
  expect(pathInRegistry(null, model, 'x')).toBeUndefined();
});
