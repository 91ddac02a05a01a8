import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ownMemory, type ProcessAnswer, type ProcessRequest } from './measured-translation.fixture.js';

/* Translates with Bergamot's build for the web (npm `@browsermt/bergamot-translator`), one worker; a process of its own. */

interface TranslationModel {
  model: ArrayBuffer;
  shortlist: ArrayBuffer;
  vocabs: ArrayBuffer[];
  qualityModel: null;
  config: object;
}

/** The part of that package that is used here. */
interface Bergamot {
  TranslatorBacking: new (
    options: object,
  ) => { loadModelRegistery(): Promise<object[]>; loadTranslationModel(): Promise<TranslationModel> };
  BatchTranslator: new (
    options: object,
    backing: object,
  ) => {
    translate(request: {
      from: string;
      to: string;
      text: string;
      html: boolean;
    }): Promise<{ target: { text: string } }>;
    delete(): void;
  };
}

const { tools, files, lines, batch, warmUp }: ProcessRequest = JSON.parse(readFileSync(0, 'utf8'));
const folder = join(tools, 'node_modules/@browsermt/bergamot-translator');
// Its worker is CommonJS in a package that says it is not.
writeFileSync(join(folder, 'worker/package.json'), '{ "type": "commonjs" }');
const { BatchTranslator, TranslatorBacking } = (await import(
  pathToFileURL(join(folder, 'translator.js')).href
)) as Bergamot;

const read = (file: string | undefined): ArrayBuffer =>
  file === undefined ? new ArrayBuffer(0) : Uint8Array.from(readFileSync(file)).buffer;

class Files extends TranslatorBacking {
  override loadModelRegistery(): Promise<object[]> {
    return Promise.resolve([{ from: 'en', to: 'de' }]);
  }

  override loadTranslationModel(): Promise<TranslationModel> {
    return Promise.resolve({
      model: read(files.model),
      shortlist: read(files.shortlist),
      vocabs: files.vocabularies.map(read),
      qualityModel: null,
      config: {},
    });
  }
}

const options = { workers: 1, batchSize: batch, pivotLanguage: null };
const translator = new BatchTranslator(options, new Files(options));
const translate = async (text: string): Promise<string> =>
  (await translator.translate({ from: 'en', to: 'de', text, html: false })).target.text;

for (const line of warmUp) await translate(line);
const began = process.cpuUsage();
const texts: string[] = [];
if (batch > 1) texts.push(...(await Promise.all(lines.map(translate))));
else for (const line of lines) texts.push(await translate(line));
const { user, system } = process.cpuUsage(began);
const answer: ProcessAnswer = {
  texts,
  confidences: [],
  cpuSeconds: (user + system) / 1e6,
  memory: ownMemory(),
};
process.stdout.write(JSON.stringify(answer));
translator.delete();
