import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { residentBytes } from '#libs/platform/process/process-memory.js';
import { createApertiumEngine, debianModesDir } from '#libs/ports/inference/apertium/apertium-engine.js';
import { plainText } from '#libs/text/segments/plain-text.js';
import { startApy } from './apertium-apy.js';
import { createTexts, type Measurement, measure, middle } from './port-load.js';

/** English to Spanish, both in one run and by turns: our engine at its port, apertium-apy over HTTP on loopback. */
const roundMs = 3_000;
const rounds = 3;

const load = loadavg()[0]?.toFixed(1);
const engine = createApertiumEngine();
const ours = async (text: string): Promise<string> => {
  const { segments } = await engine.translate({ source: 'en', target: 'es', segments: [[{ kind: 'text', text }]] });
  return plainText(segments[0]?.parts ?? []);
};
const apy = await startApy(debianModesDir);
const engines = [
  { name: 'Transledger, at the port', translate: ours },
  ...(apy === undefined ? [] : [{ name: 'apertium-apy, HTTP', translate: apy.translate }]),
];

const rows: string[] = [];
try {
  for (const { translate } of engines) await translate(createTexts(20)());
  for (const [words, depth] of [
    [20, 1],
    [20, 16],
    [1_000, 1],
    [1_000, 4],
  ] as const) {
    const text = createTexts(words);
    const seen = engines.map((): Measurement[] => []);
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, { translate }] of engines.entries())
        seen[index]?.push(await measure(translate, text, depth, roundMs));
    }
    const [first, second] = seen.map(middle);
    engines.forEach(({ name }, index) => {
      const { perSecond, p50, p99 } = middle(seen[index] ?? []);
      const ratio = index === 0 && first && second ? `${(first.perSecond / second.perSecond).toFixed(1)} ×` : '';
      rows.push(
        `| ${words} words, depth ${depth} | ${name} | ${perSecond.toFixed(perSecond < 100 ? 1 : 0)} | ` +
          `${Math.round(perSecond * words).toLocaleString('en')} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${ratio} |`,
      );
    });
  }
  const long = createTexts(1_000)();
  const wordsOf = (text: string): number => text.split(/\s+/).length;
  const oursOut = wordsOf(await ours(long));
  const memory = `${Math.round((await residentBytes(engine.pids)) / 1_048_576)} MiB in ${engine.pids.length} processes`;

  const report = `# Inference: embedded Apertium

${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), load ${load} before, Node ${process.versions.node}, English to
Spanish, texts all different, the load generator on the same cores, ${rounds} rounds of ${roundMs / 1_000} s by turns, medians.
${apy === undefined ? '`apertium-apy` is not installed: nothing to compare with.' : "`apertium-apy` is Debian's, one process, defaults, keep-alive."} \`npm run bench -- inference\` measures again.

| load | engine | texts/s | words/s | p50 ms | p99 ms | of apertium-apy |
|---|---|---|---|---|---|---|
${rows.join('\n')}

Resident memory of the warm pipeline: ${memory}. A text of 1,000 words gave ${oursOut} words.
`;
  console.log(report);
  const results = join(process.env.INIT_CWD ?? process.cwd(), 'test', 'bench', 'results');
  await mkdir(results, { recursive: true });
  await writeFile(join(results, 'inference.md'), report);
} finally {
  await engine.close();
  await apy?.stop();
}
