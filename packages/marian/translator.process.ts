import { readFileSync } from 'node:fs';
import { ownMemory, type ProcessAnswer, type ProcessRequest } from './measured-translation.fixture.js';
import { type Translation, Translator } from './translator.js';

/* Translates with this package in a process of its own, for what a process takes. */
const { files, lines, batch, threads, warmUp, limit }: ProcessRequest = JSON.parse(readFileSync(0, 'utf8'));
const translator = await Translator.load(
  {
    model: files.model,
    vocabularies: files.vocabularies as [string],
    shortlist: files.shortlist,
  },
  { threads, batch },
);
const translate = (text: string): Promise<Translation> => translator.translate(text, { limit });

if (batch > 1 || threads > 1) await Promise.all(warmUp.map(translate));
else for (const line of warmUp) await translate(line);
const began = process.cpuUsage();
const translations: Translation[] = [];
if (batch > 1 || threads > 1) translations.push(...(await Promise.all(lines.map(translate))));
else for (const line of lines) translations.push(await translate(line));
const { user, system } = process.cpuUsage(began);
const answer: ProcessAnswer = {
  texts: translations.map(({ text }) => text),
  confidences: translations.map(({ confidence }) => confidence),
  cpuSeconds: (user + system) / 1e6,
  memory: ownMemory(),
};
process.stdout.write(JSON.stringify(answer));
await translator.close();
