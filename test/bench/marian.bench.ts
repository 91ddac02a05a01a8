import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '#test/project-root.js';
import { inProject, requireServers } from '#test/servers/installed.js';
import type { ProcessAnswer, ProcessMemory } from '../../packages/marian/measured-translation.fixture.js';
import { keepReport, machineLines } from './machine.js';
import { median } from './quantile.js';

/*
 * Words that packages/marian and Bergamot write in a second of processor time, by turns and in processes of their own, with random weights of
 * the shapes of Firefox's models; and the memory that each takes beyond a Node process that does nothing.
 */
const rounds = Number(process.env.ROUNDS ?? 3);
const sentences = Number(process.env.SENTENCES ?? 60);

type Measured = typeof import('../../packages/marian/measured-translation.fixture.js');
type Files = typeof import('../../packages/marian/model-file.fixture.js');
/** Modules that are built from the package's own test code. */
const built = async (name: string): Promise<unknown> =>
  import(pathToFileURL(join(projectRoot, 'packages/marian/dist', `${name}.js`)).href);
const { bareProcess, translateInProcess } = (await built('measured-translation.fixture')) as Measured;
const { modelFile, randomItems, randomNumbers, randomSentence, randomShortlist, realShapes, wordVocabulary } =
  (await built('model-file.fixture')) as Files;

requireServers(['marian-tools']);
const tools = inProject('marian-tools-1');
const folder = mkdtempSync(join(tmpdir(), 'marian-bench-'));
const vocabulary = 32_000;
const write = (name: string, bytes: Uint8Array): string => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};
const vocabularyFile = write('vocab.spm', wordVocabulary(vocabulary));
const shortlist = write('lex.bin', randomShortlist(vocabulary, vocabulary, 50, 50));
const random = randomNumbers(20_261_129);
const lines = Array.from({ length: sentences }, () => randomSentence(random, 8 + (random() % 24), vocabulary));
const warmUp = lines.slice(0, 8);

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
const words = ({ texts }: ProcessAnswer): number =>
  texts.reduce((sum, text) => sum + text.split(' ').filter((word) => word !== '').length, 0);
const rate = (answer: ProcessAnswer): number => words(answer) / answer.cpuSeconds;
const middle = (values: readonly number[]): number => median([...values].sort((one, other) => one - other));

/** The middle of what processes take beyond one that does nothing. */
const beyond = (measured: readonly ProcessMemory[]): ProcessMemory => ({
  resident: middle(measured.map(({ resident }) => resident)) - bare.resident,
  anonymous: middle(measured.map(({ anonymous }) => anonymous)) - bare.anonymous,
});
const idle = Array.from({ length: 5 }, bareProcess);
const bare: ProcessMemory = {
  resident: middle(idle.map(({ resident }) => resident)),
  anonymous: middle(idle.map(({ anonymous }) => anonymous)),
};
const speedRows: string[] = [];
const memoryRows: string[] = [];
try {
  for (const [name, shape] of Object.entries(realShapes)) {
    const model = write(`${name}.bin`, modelFile(randomItems(shape)));
    const files = { model, vocabularies: [vocabularyFile], shortlist };
    const request = { tools, files, lines, warmUp };
    const ofBergamot: ProcessMemory[] = [];
    for (const batch of [8, 1]) {
      const rates: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
      for (let round = 0; round < rounds; round += 1) {
        const theirs = translateInProcess('bergamot', { ...request, batch });
        ofBergamot.push(theirs.memory);
        rates.theirs.push(rate(theirs));
        rates.ours.push(rate(translateInProcess('translator', { ...request, batch })));
      }
      const [ours, theirs] = [middle(rates.ours), middle(rates.theirs)];
      const how = batch === 1 ? 'one at a time' : `batches of ${batch}`;
      speedRows.push(
        `| ${name} | ${how} | ${ours.toFixed(0)} | ${theirs.toFixed(0)} | ${(ours / theirs).toFixed(2)} × |`,
      );
    }
    const size = statSync(model).size;
    const [one, three] = [1, 3].map((threads) =>
      beyond(
        Array.from(
          { length: rounds },
          () => translateInProcess('translator', { ...request, batch: 8, threads }).memory,
        ),
      ),
    );
    if (one === undefined || three === undefined) throw new Error('Memory was not measured');
    const figures = [
      size,
      one.resident - size,
      one.anonymous - size,
      (three.resident - one.resident) / 2,
      beyond(ofBergamot).resident,
    ];
    memoryRows.push(`| ${name} | ${figures.map(megabytes).join(' | ')} |`);
  }
  const lengths = [10, 50, 250].map((length) => {
    const own = Array.from({ length: Math.ceil(6_000 / length) }, () => randomSentence(random, length, vocabulary));
    const files = { model: join(folder, 'tiny.bin'), vocabularies: [vocabularyFile], shortlist };
    const answer = translateInProcess('translator', { tools, files, lines: own, warmUp: own.slice(0, 2), batch: 8 });
    return `| ${length} | ${own.length} | ${rate(answer).toFixed(0)} |`;
  });
  await keepReport(
    'marian',
    `# Translation by packages/marian and by Bergamot

${machineLines()} \`@browsermt/bergamot-translator\` 0.4.9; medians of ${rounds} rounds of ${sentences} sentences of 8 to 31 words, by turns,
each in a process of its own. Weights are random, of the shapes of Firefox's models; each word is a token, and no sentence ends before its
limit of two tokens for each piece. Bergamot's limit in batches is that of the longest sentence of the batch, so it writes more words there.

## Words written in a second of processor time

| shape | sentences | packages/marian | Bergamot | ratio |
|---|---|---|---|---|
${speedRows.join('\n')}

## MB beyond a Node process that does nothing (${megabytes(bare.resident)} MB, ${megabytes(bare.anonymous)} of them anonymous)

Anonymous is what belongs to no file: without the pages of Node's own program, of which more are touched where more is done.

| shape | model's file | one thread, beyond the file | of that anonymous | each further thread | Bergamot's worker |
|---|---|---|---|---|---|
${memoryRows.join('\n')}

## Length of sentences, shape tiny, batches of 8

| words | sentences | words written in a second of processor time |
|---|---|---|
${lengths.join('\n')}
`,
  );
} finally {
  rmSync(folder, { recursive: true });
}
