import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createApertiumEngine } from '#libs/ports/inference/apertium/apertium-engine.js';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import { createTritonEngine } from '#libs/ports/inference/triton/triton-engine.js';
import { projectRoot } from '#test/project-root.js';
import { startTriton } from '#test/servers/triton.js';
import { createTexts, type Measurement, measure, middle } from './port-load.js';

/** English to Spanish by turns: the embedded pipelines, and the same behind Triton on this machine. */
const roundMs = 3_000;
const rounds = 3;

const translating = (engine: InferenceEngine) => (text: string) =>
  engine.translate({ source: 'en', target: 'es', segments: [[{ kind: 'text', text }]] });

const load = loadavg()[0]?.toFixed(1);
const repository = await mkdtemp(join(tmpdir(), 'models-'));
const prepare = join(projectRoot, 'infra/triton/prepare.py');
await promisify(execFile)('/usr/bin/python3', [prepare, '--output', repository, '--apertium', 'eng-spa']);
const triton = await startTriton({ repository });
const engines = [
  { name: 'embedded', engine: createApertiumEngine() },
  { name: 'on Triton', engine: createTritonEngine({ urls: [triton.grpcUrl] }) },
];

const rows: string[] = [];
try {
  for (const { engine } of engines) await translating(engine)(createTexts(20)());
  for (const [words, depth] of [
    [20, 1],
    [20, 16],
    [1_000, 1],
    [1_000, 4],
  ] as const) {
    const text = createTexts(words);
    const seen = engines.map((): Measurement[] => []);
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, { engine }] of engines.entries()) {
        seen[index]?.push(await measure(translating(engine), text, depth, roundMs));
      }
    }
    engines.forEach(({ name }, index) => {
      const { perSecond, p50, p99 } = middle(seen[index] ?? []);
      const rate = perSecond.toFixed(perSecond < 100 ? 1 : 0);
      rows.push(`| ${words} words, depth ${depth} | ${name} | ${rate} | ${p50.toFixed(1)} | ${p99.toFixed(1)} |`);
    });
  }
  const report = `# Apertium, embedded and on Triton

${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), load ${load} before, Node ${process.versions.node}, Triton 2.51 with
one instance, no response cache, English to Spanish, texts all different, the load generator on the same cores, ${rounds} rounds of
${roundMs / 1_000} s by turns, medians. \`npm run bench -- triton\` measures again.

| load | pipelines | texts/s | p50 ms | p99 ms |
|---|---|---|---|---|
${rows.join('\n')}
`;
  console.log(report);
  await writeFile(join(process.env.INIT_CWD ?? process.cwd(), 'test/bench/results/triton.md'), report);
} finally {
  for (const { engine } of engines) await engine.close();
  await triton.server.stop();
  await rm(repository, { recursive: true, force: true });
}
