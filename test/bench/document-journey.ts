import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { docxOf, p, r } from '#libs/documents/formats/docx/docx-sample.fixture.js';
import { createApertiumEngine, debianModesDir } from '#libs/ports/inference/apertium/apertium-engine.js';
import { createTexts } from './port-load.js';
import { startProduct } from './product.js';

const paragraphs = Number(process.env.PARAGRAPHS ?? 10_000);
const wordsEach = 20;

/** Words a second of the pipelines alone, with as many segments at once as the worker gives them. */
const bareRate = async (texts: readonly string[]): Promise<number> => {
  const engine = createApertiumEngine();
  const batch = 64;
  const lanes = 4;
  const translate = (from: number) =>
    engine.translate({
      source: 'en',
      target: 'es',
      segments: texts.slice(from, from + batch).map((text) => [{ kind: 'text', text }]),
    });
  try {
    await translate(0);
    const began = performance.now();
    let next = 0;
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        while (next < texts.length) {
          const from = next;
          next += batch;
          await translate(from);
        }
      }),
    );
    return (texts.length * wordsEach) / ((performance.now() - began) / 1_000);
  } finally {
    await engine.close();
  }
};

/** A DOCX from its upload until it is completed, and the same texts by the bare pipelines; a sentence for the report. */
export const translatedDocument = async (folder: string): Promise<string> => {
  if (!existsSync(debianModesDir)) return 'Apertium is not installed: not measured.';
  const text = createTexts(wordsEach);
  const texts = Array.from({ length: paragraphs }, text);
  const product = await startProduct(join(folder, 'data'));
  const headers = { authorization: `Bearer ${product.apiKey}` };
  try {
    const translate = async (file: Buffer): Promise<number> => {
      const form = new FormData();
      form.set('source', 'en');
      form.set('target', 'es');
      form.set('file', new Blob([new Uint8Array(file)]), 'long.docx');
      const began = performance.now();
      const answer = await fetch(`${product.url}/v1/documents`, { method: 'POST', headers, body: form });
      if (!answer.ok) throw new Error(await answer.text());
      const { data } = (await answer.json()) as { data: { id: string } };
      for (;;) {
        const status = await fetch(`${product.url}/v1/documents/${data.id}`, { headers });
        const body = (await status.json()) as { data: { status: string } };
        if (body.data.status === 'completed') return (performance.now() - began) / 1_000;
        if (body.data.status === 'failed') throw new Error(JSON.stringify(body));
        await sleep(100);
      }
    };
    const tiny = await translate(docxOf(p(r(text()))));
    const seconds = await translate(docxOf(texts.map((each) => p(r(each))).join('')));
    const rate = (paragraphs * wordsEach) / seconds;
    await product.stop();
    const bare = await bareRate(texts);
    const share = Math.round((rate / bare) * 100);
    return (
      `A DOCX of ${paragraphs.toLocaleString('en')} paragraphs of ${wordsEach} words, from the upload until it is completed: ${seconds.toFixed(1)} s, ` +
      `${Math.round(rate).toLocaleString('en')} words/s, ${share} % of the ${Math.round(bare).toLocaleString('en')} of the bare pipelines with the same texts ` +
      `(four batches of 64 at once, after it in the same run; bar: 80 %). One paragraph before it: ${tiny.toFixed(2)} s.`
    );
  } finally {
    await product.stop();
  }
};
