import { describe, expect, it } from 'vitest';
import { ModelUnavailableError } from '#libs/ports/inference/inference.errors.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { ShoutingEngine } from '#test/fakes/shouting-engine.js';
import { checkLanguages, choosePair, pairsAsOfNow } from './language-choice.js';

const engine = new ShoutingEngine({
  pairs: [
    { source: 'en', target: 'es' },
    { source: 'es', target: 'en' },
    { source: 'en', target: 'eu', route: ['en', 'es', 'eu'] },
    { source: 'en', target: 'pt-BR' },
    { source: 'en', target: 'pt' },
  ],
});
const withoutModels = new ShoutingEngine({ pairs: [], health: { ready: false, reason: 'Install the models.' } });

describe('the codes of a request', () => {
  it.each([
    [undefined, 'es'],
    ['en', 'es'],
    ['eu', 'eu'],
    ['eu', 'en'],
    ['en', 'pt-BR'],
  ])('the codes from %s to %s are known', async (source, target) =>
    expect(await checkLanguages(engine, source, target)).toBe(source),
  );

  it.each([
    ['en-US', 'en'],
    ['es-419', 'es'],
    ['pt-BR', 'pt'],
  ])('a source that is a variant (%s) is read as its language', async (source, language) =>
    expect(await checkLanguages(engine, source, 'en')).toBe(language),
  );

  it('a source that is null is none, as in JSON', async () =>
    expect(await checkLanguages(engine, null, 'es')).toBeUndefined());

  it('a source that is a variant with pairs of its own stays one', async () => {
    const pairs = [
      { source: 'pt-BR', target: 'en' },
      { source: 'pt', target: 'en' },
    ];
    expect(await checkLanguages(new ShoutingEngine({ pairs }), 'pt-BR', 'en')).toBe('pt-BR');
  });

  it.each([
    ['source', 'xx', 'es'],
    ['target', 'en', 'xx'],
    ['target', undefined, 'EN'],
    ['target', undefined, 'eng'],
    ['target', undefined, 'en-GB'],
    ['target', undefined, 'pt-XX'],
    ['source', 'en_US', 'es'],
    ['source', 'de-AT', 'es'],
    ['source', 'auto', 'en'],
    ['source', '', 'en'],
    ['source', 'xx', 'yy'],
  ])('an unknown code is refused by the name of its field %s (from %s to %s)', async (field, source, target) => {
    const { code, status, details } = await rejectionOf(() => checkLanguages(engine, source, target));
    expect({ code, status, fields: Object.keys(details ?? {}) }).toEqual({
      code: 'invalid_language',
      status: 400,
      fields: [field],
    });
  });

  it.each([
    ['target', 'en', 'de', 'It is German, which is not installed. English reaches: es, eu, pt, pt-BR.'],
    ['target', 'en', 'Spanish', 'Spanish is "es". English reaches: es, eu, pt, pt-BR.'],
    ['target', undefined, 'spa', 'Spanish is "es". Targets: en, es, eu, pt, pt-BR.'],
    ['target', 'es', 'en_GB', 'English is "en". Spanish reaches: en.'],
    ['target', 'eu', 'es-MX', 'Spanish is "es". There is no translation from Basque.'],
    ['source', 'auto', 'es', 'Without a source the language is detected. Sources: en, es.'],
    ['source', 'deutsch', 'es', 'It is German, which is not installed. Sources: en, es.'],
    ['target', 'en', 'zh-CN', 'It is Chinese, which is not installed. English reaches: es, eu, pt, pt-BR.'],
    ['target', 'en', 'español', 'Spanish is "es". English reaches: es, eu, pt, pt-BR.'],
    ['source', 'xx', 'es', 'Sources: en, es.'],
  ])('a refused %s (from %s to %s) is told what it may mean and what there is', async (field, source, target, hint) => {
    const { message } = await rejectionOf(() => checkLanguages(engine, source, target));
    expect(message).toBe(`The language "${field === 'source' ? source : target}" is not supported. ${hint}`);
  });

  it('codes are quoted only as far as a code could go', async () => {
    const { message, details } = await rejectionOf(() =>
      checkLanguages(engine, undefined, '<b>a very long secret</b>'),
    );
    expect(JSON.stringify({ message, details })).not.toMatch(/[<>]|secret/);
  });

  it('codes cannot be checked without any model, and the engine gives the reason', async () => {
    await expect(checkLanguages(withoutModels, 'en', 'es')).rejects.toThrow(
      new ModelUnavailableError('Install the models.'),
    );
    await expect(choosePair(withoutModels, 'en', 'es', false)).rejects.toThrow(ModelUnavailableError);
  });
});

describe('the pair', () => {
  it('the pair is the one of the engine', async () =>
    expect(await choosePair(engine, 'en', 'eu', false)).toEqual({
      source: 'en',
      target: 'eu',
      route: ['en', 'es', 'eu'],
    }));

  it('there is no pair for the same language, also when the engine is down', async () => {
    expect(await choosePair(engine, 'es', 'es', false)).toBeUndefined();
    expect(await choosePair(withoutModels, 'fi', 'fi', true)).toBeUndefined();
  });

  it('there is no pair from a language to its variant, and the engine’s to one from another language', async () => {
    expect(await choosePair(engine, 'pt', 'pt-BR', true)).toBeUndefined();
    expect(await choosePair(engine, 'en', 'pt-BR', true)).toEqual({ source: 'en', target: 'pt-BR' });
  });

  it('a pair has a direction', async () =>
    expect((await rejectionOf(() => choosePair(engine, 'eu', 'en', false))).code).toBe('invalid_language'));

  it('a missing pair is reported for the requested target', async () =>
    expect(await rejectionOf(() => choosePair(engine, 'es', 'eu', false))).toMatchObject({
      message: 'Translation from es to eu is not supported. Spanish reaches: en.',
      details: { target: ['no translation from es to eu', 'Spanish reaches: en.'] },
    }));

  it('a missing pair is reported for the source when that was detected', async () => {
    const { details, message } = await rejectionOf(() => choosePair(engine, 'fi', 'en', true));
    expect(details).toHaveProperty('source');
    expect(message).toContain('Name the source');
  });
});

describe('a language or pair that an engine which is away may have', () => {
  const away = Object.assign(new ShoutingEngine({ pairs: [{ source: 'en', target: 'es' }] }), {
    unnamedPairs: () => 'No inference process has answered yet.',
  });

  it.each([
    ['source', 'de', 'es'],
    ['target', 'en', 'de'],
    ['target', undefined, 'pt-BR'],
  ])('is asked for again later: a %s (from %s to %s)', (_field, source, target) =>
    expect(checkLanguages(away, source, target)).rejects.toThrow(ModelUnavailableError),
  );

  it('is asked for again later, where its languages are known', () =>
    expect(choosePair(pairsAsOfNow(away), 'es', 'en', false)).rejects.toThrow('No inference process'));

  it('is refused at once where it is none, and translated where it is there', async () => {
    await expect(checkLanguages(away, 'en', 'klingon!')).rejects.toMatchObject({ code: 'invalid_language' });
    expect(await choosePair(away, 'en', 'es', false)).toEqual({ source: 'en', target: 'es' });
  });
});

describe('a pair that a model could be installed for', () => {
  const asked: string[] = [];
  const installable = Object.assign(new ShoutingEngine({ pairs: [{ source: 'en', target: 'es' }] }), {
    isInstallable: async ({ source, target }: { source: string; target: string }) => {
      asked.push(`${source}-${target}`);
      return `${source}-${target}` !== 'es-en';
    },
  });
  const hint = 'The operator can install a model: npm run -s transledger-admin -- models add en-de.';

  it('is refused with the command, for a language that no pair has, by its plain code', async () => {
    for (const [source, target] of [
      ['en', 'de'],
      ['en-US', 'de-AT'],
    ] as const) {
      const { message, details } = await rejectionOf(() => checkLanguages(pairsAsOfNow(installable), source, target));
      expect(message).toMatch(/is not supported\. .* The operator/);
      expect(message.endsWith(hint)).toBe(true);
      expect(Object.values(details ?? {}).flat()).toContain(hint);
    }
    expect((await rejectionOf(() => checkLanguages(installable, 'de', 'es'))).message).toContain('models add de-es');
  });

  it('is refused without it where there is none, or no source, or the code is none', async () => {
    expect((await rejectionOf(() => choosePair(installable, 'es', 'en', false))).message).not.toContain('operator');
    expect((await rejectionOf(() => checkLanguages(installable, undefined, 'de'))).message).not.toContain('operator');
    asked.length = 0;
    expect((await rejectionOf(() => checkLanguages(installable, 'en', '$(reboot)'))).message).not.toContain('operator');
    expect(asked).toEqual([]);
  });
});
