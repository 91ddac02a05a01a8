import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { plainText } from '#libs/text/segments/plain-text.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { createApertiumEngine, debianModesDir } from './apertium-engine.js';
import { parseMode } from './processes/apertium-mode.js';
import { readPairTable } from './processes/installed-pairs.js';

const run = promisify(execFile);

describe('Apertium', () => {
  const engine = createApertiumEngine({ maxPipelines: 2 });
  afterAll(() => engine.close());

  const translate = async (source: string, target: string, segment: Segment) => {
    const { segments } = await engine.translate({ source, target, segments: [segment] });
    return segments[0] ?? { parts: [], confidence: Number.NaN };
  };
  const text = async (source: string, target: string, value: string): Promise<string> =>
    plainText((await translate(source, target, [{ kind: 'text', text: value }])).parts);

  it('Apertium translates segments', async () => {
    expect(await text('en', 'es', 'I saw the black cat.')).toBe('Vi el gato negro.');
    expect(await text('es', 'en', 'El gato negro.')).toBe('The black cat.');
    expect(await text('fr', 'es', 'Le chat noir est dans la maison.')).toBe('El gato negro es en la casa.');
  });

  it('tags move with their words', async () => {
    const { parts } = await translate('en', 'es', [
      { kind: 'text', text: 'The ' },
      { kind: 'open', id: 1 },
      { kind: 'text', text: 'black' },
      { kind: 'close', id: 1 },
      { kind: 'text', text: ' cat of my friend.' },
    ]);
    expect(parts).toEqual([
      { kind: 'text', text: 'El gato ' },
      { kind: 'open', id: 1 },
      { kind: 'text', text: 'negro' },
      { kind: 'close', id: 1 },
      { kind: 'text', text: ' de mi amigo.' },
    ]);
  });

  it('a kept span takes part in the sentence', async () => {
    const { parts } = await translate('en', 'es', [
      { kind: 'keep', text: '{name}' },
      { kind: 'text', text: ' has three apples.' },
    ]);
    expect(parts).toEqual([
      { kind: 'keep', text: '{name}' },
      { kind: 'text', text: ' tiene tres manzanas.' },
    ]);
  });

  it('confidence follows the words that are known, and the marks of unknown ones are never shown', async () => {
    const known = await translate('en', 'es', [{ kind: 'text', text: 'the black cat' }]);
    expect(known.confidence).toBe(1);
    const half = await translate('en', 'es', [{ kind: 'text', text: 'cat zzyzx house qwrtz' }]);
    expect(half.confidence).toBe(0.5);
    expect(plainText(half.parts)).toBe('gato zzyzx casa qwrtz');
    const none = await translate('en', 'es', [{ kind: 'text', text: 'x'.repeat(5_000) }]);
    expect(none.confidence).toBe(0);
  });

  it('a text has the same translation whatever was translated before it', async () => {
    const alone = await text('en', 'es', 'the cat');
    await text('en', 'es', 'The end.');
    expect(await text('en', 'es', 'the cat')).toBe(alone);
    await text('en', 'es', 'and then');
    expect(await text('en', 'es', 'the cat')).toBe(alone);
  });

  it('Serbian is read in either script', async () => {
    expect(await text('sr', 'en', 'Стари човек је купио кућу.')).toBe(
      await text('sr', 'en', 'Stari čovek je kupio kuću.'),
    );
  });

  it('the model is named after the mode', () => {
    expect(engine.modelName({ source: 'en', target: 'es' })).toBe('apertium-eng-spa');
  });

  it('only the pairs that the engine is restricted to are offered', async () => {
    const restricted = createApertiumEngine({
      pairs: [
        { source: 'en', target: 'es' },
        { source: 'en', target: 'ja' },
      ],
    });
    expect(await restricted.pairs()).toEqual([{ source: 'en', target: 'es' }]);
    await expect(restricted.translate({ source: 'es', target: 'en', segments: [] })).rejects.toMatchObject({
      kind: 'unsupported-pair',
    });
    await restricted.close();
  });

  it('an engine without pairs is not ready and says what to run', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'modes-'));
    const empty = createApertiumEngine({ modesDir: folder });
    expect(await empty.pairs()).toEqual([]);
    expect(await empty.health()).toEqual({
      ready: false,
      reason: expect.stringContaining('apt-get install -y apertium'),
    });
    await empty.close();
    await rmdir(folder);
  });

  it('every offered pair translates, with tags and kept spans in place', async () => {
    const all = createApertiumEngine({ maxPipelines: 3 });
    const segment: Segment = [
      { kind: 'open', id: 1 },
      { kind: 'text', text: 'La casa ' },
      { kind: 'keep', text: '{x}' },
      { kind: 'close', id: 1 },
      { kind: 'text', text: ' de man\u00a0: a * b.' },
    ];
    const pairs = await all.pairs();
    expect(pairs.length).toBeGreaterThanOrEqual(2);
    for (const { source, target } of pairs) {
      const { segments } = await all.translate({ source, target, segments: [segment] });
      const parts = segments[0]?.parts ?? [];
      expect(parts.filter((part) => part.kind === 'keep')).toEqual([{ kind: 'keep', text: '{x}' }]);
      expect(parts.flatMap((part) => ('id' in part ? [`${part.kind} ${part.id}`] : []))).toEqual(['open 1', 'close 1']);
      expect(plainText(parts)).toMatch(/^[^*@#^$[\]/<>]*\*[^*@#^$[\]/<>]*$/);
    }
    await all.close();
  });

  it('each mode runs as apertium-wblank-mode would run it', async () => {
    const modes = (await readdir(debianModesDir)).filter((name) => name.endsWith('.mode'));
    const { offered, further } = readPairTable(debianModesDir);
    const usable = new Set([...offered, ...further].map((pair) => `${pair.mode}.mode`));
    for (const name of modes.filter((mode) => usable.has(mode))) {
      const path = join(debianModesDir, name);
      const { stdout } = await run('apertium-wblank-mode', ['-z', path]);
      const theirs = stdout
        .trim()
        .split('|')
        .map((stage) => stage.replaceAll("'", '').replace('$1', '-g').replace(' $2', '').trim().split(/\s+/).join(' '));
      const ours = parseMode(await readFile(path, 'utf8')).map(({ program, args }) => [program, ...args].join(' '));
      expect(ours).toEqual(theirs);
    }
  });
});
