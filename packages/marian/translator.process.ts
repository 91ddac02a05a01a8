import { readFileSync } from 'node:fs';
import type { ProcessAnswer, ProcessRequest } from './measured-translation.fixture.js';
import { Translator } from './translator.js';

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
const translate = async (text: string): Promise<string> => (await translator.translate(text, { limit })).text;

if (batch > 1 || threads > 1) await Promise.all(warmUp.map(translate));
else for (const line of warmUp) await translate(line);
const began = process.cpuUsage();
const texts: string[] = [];
if (batch > 1 || threads > 1) texts.push(...(await Promise.all(lines.map(translate))));
else for (const line of lines) texts.push(await translate(line));
const { user, system } = process.cpuUsage(began);
const answer: ProcessAnswer = { texts, cpuSeconds: (user + system) / 1e6, rss: process.memoryUsage.rss() };
process.stdout.write(JSON.stringify(answer));
await translator.close();
