import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openInferenceEngine } from '#libs/engines/inference-engine.js';
import { ConfigurationError, readSettings } from '#libs/platform/config/settings.js';
import type {
  InferenceEngine,
  LanguagePair,
  Quality,
  TranslatedSegment,
} from '#libs/ports/inference/inference.port.js';
import { plainText } from '#libs/text/segments/plain-text.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { projectRoot } from '#test/project-root.js';
import { keepReport, machineLines } from './machine.js';
import { keptMarks, markedSentence } from './marked-sentences.js';
import { cpuSecondsBelow, memoryBelow } from './process-figures.js';
import { bleu, bleuTokenizerOf, chrf2 } from './quality-scores.js';

/*
 * How good the translations of each engine are that runs here, by a set of sentences with their translations by people, at the engine's port: with
 * published figures of others beside them.
 */
const usage = `npm run bench quality -- --set FOLDER --pairs en-es,es-en

  --set FOLDER     files en.txt, es.txt and so on, a sentence a line, the same ones in each
  --pairs LIST     pairs of languages
  --engines LIST   engines that the settings know; apertium, triton (where TRITON_URLS says) and marian when left out
  --sentences N    the first N alone; the report is kept only for all`;

const { values } = parseArgs({
  options: {
    set: { type: 'string' },
    pairs: { type: 'string' },
    engines: { type: 'string' },
    sentences: { type: 'string' },
  },
});
if (values.set === undefined || values.pairs === undefined) {
  console.error(usage);
  process.exit(1);
}
const folder = values.set;
const pairs = values.pairs.split(',').map((pair): LanguagePair => {
  const [source = '', target = ''] = pair.split('-');
  return { source, target };
});
const most = Number(values.sentences ?? Number.POSITIVE_INFINITY);
const sentencesOf = (language: string): string[] => {
  const lines = readFileSync(join(folder, `${language}.txt`), 'utf8').split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.slice(0, most);
};

/** Scores on FLORES-200 devtest that others have published; null where there is none. */
interface PublishedQuality {
  repository: string;
  commit: string;
  /** Version of the program that computed chrF2. */
  sacrebleu: string;
  figures: { pair: string; system: string; chrf2: number | null; bleu: number | null; comet: number | null }[];
}
const published: PublishedQuality = JSON.parse(
  readFileSync(join(projectRoot, 'test/bench/published-quality.json'), 'utf8'),
);

/** Sentences of one request, as of a document. */
const together = 20;
const readyMs = 60_000;

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, number) => total + number, 0);
const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + sum(cpuSecondsBelow(process.pid).values());
};
const wordsOf = (text: string, language: string): number =>
  [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)].filter(({ isWordLike }) => isWordLike)
    .length;

/** The settings of the service with an engine, and with a data folder of their own; undefined where this build has no such engine. */
const environmentWith = (name: string, data: string): NodeJS.ProcessEnv | undefined => {
  const environment = {
    ...process.env,
    TRANSLEDGER_INFERENCE: name,
    ...(name === 'marian'
      ? { TRANSLEDGER_DATA_DIR: data, TRANSLEDGER_MODELS_DIR: process.env.TRANSLEDGER_MODELS_DIR ?? 'data/models' }
      : {}),
  };
  try {
    readSettings(environment);
    return environment;
  } catch (error) {
    if (error instanceof ConfigurationError) return undefined;
    throw error;
  }
};

/** Opens an engine anew, with the process that runs its models, so that each measurement begins with nothing loaded. */
const withEngine = async <T>(
  environment: NodeJS.ProcessEnv,
  use: (engine: InferenceEngine) => Promise<T>,
): Promise<T> => {
  const settings = readSettings(environment);
  const program = join(projectRoot, 'dist/apps/inference/main.js');
  const models =
    environment.TRANSLEDGER_INFERENCE === 'marian'
      ? spawn(process.execPath, [program], { env: environment, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
      : undefined;
  const ended = models === undefined ? undefined : once(models, 'exit');
  const engine = await openInferenceEngine(settings);
  try {
    const until = Date.now() + readyMs;
    while (!(await engine.health()).ready && Date.now() < until) await sleep(200);
    return await use(engine);
  } finally {
    await engine.close();
    models?.kill('SIGTERM');
    await ended;
  }
};

const translateAll = async (
  engine: InferenceEngine,
  { source, target }: LanguagePair,
  quality: Quality,
  segments: readonly Segment[],
): Promise<TranslatedSegment[]> => {
  const translated: TranslatedSegment[] = [];
  for (let begin = 0; begin < segments.length; begin += together) {
    const request = { source, target, quality, priority: 'document' as const };
    const answer = await engine.translate({ ...request, segments: segments.slice(begin, begin + together) });
    translated.push(...answer.segments);
  }
  return translated;
};

const share = (parts: readonly boolean[]): string =>
  `${((100 * parts.filter((part) => part).length) / parts.length).toFixed(1)} %`;
const bleuOf = (translations: readonly string[], references: readonly string[], language: string): string => {
  const tokenizer = bleuTokenizerOf(language);
  return tokenizer === undefined ? '–' : bleu(translations, references, tokenizer).toFixed(1);
};

/** A row of the report: one model of an engine for one pair. */
const measure = async (
  name: string,
  engine: InferenceEngine,
  pair: LanguagePair,
  quality: Quality,
): Promise<string> => {
  const [sources, references] = [sentencesOf(pair.source), sentencesOf(pair.target)];
  const plain = sources.map((text): Segment => [{ kind: 'text', text }]);
  await translateAll(engine, pair, quality, plain.slice(0, together));
  const before = cpuSeconds();
  const translated = await translateAll(engine, pair, quality, plain);
  const seconds = cpuSeconds() - before;
  const memory = memoryBelow(process.pid).pss;
  const texts = translated.map(({ parts }) => plainText(parts));
  const marked = sources.map((text, sentence) => markedSentence(text, pair.source, sentence));
  const withMarks = await translateAll(engine, pair, quality, marked);
  const kept = withMarks.map(({ parts }, sentence) => keptMarks(marked[sentence] ?? [], parts));
  const words = withMarks.map(({ parts }) => parts.map((part) => (part.kind === 'text' ? part.text : '')).join(''));
  const cells = [
    `${pair.source}-${pair.target}`,
    name,
    engine.modelName(pair, quality),
    chrf2(texts, references).toFixed(1),
    bleuOf(texts, references, pair.target),
    share(kept.map(({ all }) => all)),
    share(kept.map(({ inOrder }) => inOrder)),
    share(kept.map(({ aboutWords }) => aboutWords)),
    chrf2(words, references).toFixed(1),
    (sum(sources.map((text) => wordsOf(text, pair.source))) / seconds).toFixed(0),
    (memory / 2 ** 20).toFixed(0),
  ];
  console.log(cells.join(' | '));
  return `| ${cells.join(' | ')} |`;
};

const rows: string[] = [];
const absent: string[] = [];
const qualities = ['fast', 'balanced', 'quality'] as const;
const names = values.engines?.split(',') ?? ['apertium', ...(process.env.TRITON_URLS ? ['triton'] : []), 'marian'];
for (const name of names) {
  const data = mkdtempSync(join(tmpdir(), 'quality-'));
  try {
    const environment = environmentWith(name, data);
    if (environment === undefined) {
      absent.push(`${name}: the settings of this build do not know it`);
      continue;
    }
    for (const pair of pairs) {
      const label = `${pair.source}-${pair.target}`;
      const served = await withEngine(environment, async (engine) => {
        const offered = await engine.pairs();
        return offered.some(({ source, target }) => `${source}-${target}` === label)
          ? new Map(qualities.map((quality) => [engine.modelName(pair, quality), quality]))
          : undefined;
      });
      if (served === undefined) absent.push(`${name}: ${label} is not installed`);
      for (const quality of served?.values() ?? [])
        rows.push(await withEngine(environment, (engine) => measure(name, engine, pair, quality)));
    }
  } finally {
    rmSync(data, { recursive: true });
  }
}

const figure = (value: number | null, digits: number): string => (value === null ? '–' : value.toFixed(digits));
const publishedRows = published.figures
  .filter(({ pair }) => pairs.some(({ source, target }) => pair === `${source}-${target}`))
  .map(
    ({ pair, system, chrf2: characters, bleu: score, comet }) =>
      `| ${pair} | ${system} | ${figure(characters, 1)} | ${figure(score, 1)} | ${figure(comet, 4)} |`,
  );
const report = `# Quality of translations

${machineLines()} ${sentencesOf(pairs[0]?.source ?? '').length} sentences a pair, ${together} a request, at the engine's port. chrF2 and BLEU are computed as by sacrebleu
(BLEU by \`13a\`, Chinese by \`zh\`; none for Japanese, Korean and others that need more). Then each sentence has a pair of tags about one to
three words, a placeholder and a tag alone: how many have all of them once and nested, in the order of the source, and words within the
pair; and chrF2 without the marks. Words are the source's, in a second of processor time of the engine and of its processes, while nothing is marked;
memory is that of its processes behind that (PSS).

| pair | engine | model | chrF2 | BLEU | marks kept | in order | about words | chrF2 with marks | words a CPU second | MiB |
|---|---|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}

${absent.map((line) => `- Not measured: ${line}.`).join('\n')}

## Published figures of others

FLORES-200 devtest, from [${published.repository}](https://github.com/${published.repository}) at commit ${published.commit.slice(0, 8)}. BLEU and COMET are its own; chrF2
was computed by sacrebleu ${published.sacrebleu} from the translations that it keeps. They compare with the rows above where these have the same set.

| pair | system | chrF2 | BLEU | COMET |
|---|---|---|---|---|
${publishedRows.join('\n')}
`;
if (values.sentences === undefined) await keepReport('quality', report);
else console.log(report);
