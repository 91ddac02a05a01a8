import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPairTable } from './installed-pairs.js';

describe('pair table', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'modes-'));
    for (const program of ['lt-proc', 'stdbuf', 'apertium-wblank-attach', 'apertium-wblank-detach']) {
      await writeFile(join(folder, program), '');
    }
    await writeFile(join(folder, 'data.bin'), '');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const read = async (...modes: string[]) => {
    const data = `'${join(folder, 'data.bin')}'`;
    for (const mode of modes) await writeFile(join(folder, `${mode}.mode`), `lt-proc ${data} | lt-proc $1 ${data}`);
    return readPairTable(folder, folder);
  };
  const codes = (pairs: readonly { source: string; target: string; mode: string }[]): string[] =>
    pairs.map(({ source, target, mode }) => `${source}>${target} ${mode}`);

  it('the pair table speaks ISO 639-1 whatever the engine calls its languages', async () => {
    const { offered } = await read('eng-spa', 'es-pt', 'nob-nno', 'zlm-ind');
    expect(codes(offered).sort()).toEqual(['en>es eng-spa', 'es>pt es-pt', 'ms>id zlm-ind', 'nb>nn nob-nno']);
  });

  it('the pair table offers the plain language, and its variants by their tags', async () => {
    const { offered } = await read('cat-por', 'cat-por_BR', 'cat-por_PTpre1990');
    expect(codes(offered)).toEqual(['ca>pt cat-por', 'ca>pt-BR cat-por_BR', 'ca>pt-PT cat-por']);
  });

  it('the pair table keeps variants that have no tag, and those of sources', async () => {
    const { offered, further } = await read('eng-cat', 'eng-cat_valencia_uni', 'oci-fra', 'oci_gascon-fra');
    expect(codes(offered).sort()).toEqual(['en>ca eng-cat', 'oc>fr oci-fra']);
    expect(further.map(({ mode, variant }) => [mode, variant])).toEqual([
      ['oci_gascon-fra', 'gascon'],
      ['eng-cat_valencia_uni', 'valencia_uni'],
    ]);
  });

  it('the pair table offers a variant where there is no plain way', async () => {
    const { offered } = await read('spa-cat_valencia');
    expect(codes(offered)).toEqual(['es>ca spa-cat_valencia', 'es>ca-valencia spa-cat_valencia']);
  });

  it('the pair table reads Serbo-Croatian as Bosnian, Croatian and Serbian and writes each by its own variant', async () => {
    const { offered } = await read('hbs-eng', 'slv-hbs', 'slv-hbs_HR', 'slv-hbs_SR');
    expect(codes(offered).sort()).toEqual([
      'bs>en hbs-eng',
      'hr>en hbs-eng',
      'sl>hr slv-hbs_HR',
      'sl>sr slv-hbs_SR',
      'sr>en hbs-eng',
    ]);
  });

  it.each([
    ['a language without an ISO 639-1 code', 'spa-ast', 'a language without an ISO 639-1 code'],
    ['what is no pair', 'eco-es-fr', 'not a pair of languages'],
    ['what is known to crash', 'rus-ukr', 'its tagger crashes'],
  ])('the pair table leaves out %s, with the reason', async (_, mode, reason) => {
    const { offered, leftOut } = await read(mode);
    expect(offered).toEqual([]);
    expect(leftOut).toEqual([{ mode, reason: expect.stringContaining(reason) }]);
  });

  it('the pair table leaves out a mode whose program or data is not installed', async () => {
    await writeFile(join(folder, 'eng-cat.mode'), "lt-proc '/nowhere/a.bin' | lt-proc $1 '/nowhere/g.bin'");
    await writeFile(join(folder, 'cat-eng.mode'), `cg-proc '${folder}/data.bin' | lt-proc $1 '${folder}/data.bin'`);
    expect((await read()).leftOut).toEqual([
      { mode: 'cat-eng', reason: 'cg-proc is not installed' },
      { mode: 'eng-cat', reason: '/nowhere/a.bin is not installed' },
    ]);
  });

  it('a mode from English opens compounds behind its analyser and sets words apart before its generator, and no other does', async () => {
    const { offered } = await read('eng-spa', 'spa-eng');
    expect(offered.map(({ stages }) => stages.map(({ program }) => program))).toEqual([
      ['lt-proc', 'stdbuf', 'apertium-wblank-attach', 'stdbuf', 'apertium-wblank-detach', 'lt-proc'],
      ['lt-proc', 'apertium-wblank-attach', 'apertium-wblank-detach', 'lt-proc'],
    ]);
  });

  it('the pair table is empty without a folder of modes', () => {
    expect(readPairTable(join(folder, 'none'))).toEqual({ offered: [], further: [], leftOut: [] });
  });
});
