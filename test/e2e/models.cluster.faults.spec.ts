import { spawn } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { packedModel, serveSource } from '#libs/models/models.fixture.js';
import { commandLine, commandLineProgram } from './command-line.js';
import { eventually } from './eventually.js';
import { cleanEnvironment, type RunningService } from './running-service.js';
import { boldDocument, type SampleFormat, translatedParagraphs, uploadDocument } from './sample-documents.js';
import { addSampleModel, line, translatedBold, translatedLine } from './sample-model.js';
import { sharedService, withModelsAlone } from './shared-service.js';
import { signalAll, untilGone } from './signals.js';
import { StreamClient } from './stream-client.js';

describe('kill -9 of the inference process', () => {
  let service: RunningService;
  const translate = (text: string) => service.postJson('/v1/translate', { text, source: 'en', target: 'de' });
  const repeated = (text: string, times: number) => Array.from({ length: times }, () => text);
  /** Ends the process, as soon as it runs, while that is under way. */
  const killDuring = async <T>(begin: () => Promise<T>): Promise<T> => {
    const pid = await eventually(async () => service.runningRole('inference') ?? 0, Boolean);
    const begun = await begin();
    signalAll([pid], 'SIGKILL');
    return begun;
  };

  beforeAll(async () => {
    service = await sharedService(withModelsAlone);
    await addSampleModel(service);
    await eventually(
      () => translate(line),
      ({ status }) => status === 200,
    );
  });

  it('texts that are asked at that moment are answered', async () => {
    const asked = await killDuring(async () => repeated(line, 8).map(translate));
    const answers = await Promise.all([...asked, translate(line)]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  it('a stream goes on with the text that it had begun', async () => {
    const { client } = await StreamClient.authenticated(service.url, service.apiKey);
    await killDuring(async () => {
      const text = repeated(line, 60).join(' ');
      client.say({ type: 'translate', id: 'one', text, source: 'en', target: 'de' });
      await client.got('token', 'one');
    });
    await client.got('complete', 'one');
    expect(client.text('one')).toBe(repeated(translatedLine, 60).join(' '));
    client.socket.close();
  });

  it('a batch has every text', async () => {
    const body = { texts: repeated(line, 50), source: 'en', target: 'de' };
    const { asked } = await killDuring(async () => ({ asked: service.postJson('/v1/translate/batch', body) }));
    const { data } = (await (await asked).json()) as { data: { translations: { translation: string }[] } };
    expect(data.translations.map(({ translation }) => translation)).toEqual(repeated(translatedLine, 50));
  });

  it('documents have every paragraph, with its bold word in place', async () => {
    const paragraphs = { docx: 400, pdf: 10 };
    const upload = (format: SampleFormat) =>
      uploadDocument(service, boldDocument(format, paragraphs[format]), `many.${format}`);
    const [docx, pdf] = await killDuring(() => Promise.all([upload('docx'), upload('pdf')]));
    const expected = (format: SampleFormat) => repeated(translatedBold, paragraphs[format]);
    expect(await translatedParagraphs(service, docx, 'docx')).toEqual(expected('docx'));
    expect(await translatedParagraphs(service, pdf, 'pdf')).toEqual(expected('pdf'));
  });
});

it('kill -9 of `models add` leaves the running service with the models that it had, and the next goes on', async () => {
  const service = await sharedService(withModelsAlone);
  const packed = await packedModel((entry) => Object.assign(entry, { pair: 'en-fr' }));
  const source = await serveSource(packed);
  const { promise: hanging, resolve: hangs } = Promise.withResolvers<void>();
  source.answer('models/tiny/ende/vocab.ende.spm.gz', () => hangs());
  const add = ['models', 'add', 'en-fr', '--from', source.url, '--yes'];
  const settings = { ...service.commandLineSettings, TRANSLEDGER_DISK_RESERVE: '0' };
  try {
    const adding = spawn(process.execPath, [commandLineProgram, ...add], {
      env: { ...cleanEnvironment(), ...settings },
      stdio: 'ignore',
    });
    await hanging;
    adding.kill('SIGKILL');
    await untilGone([adding.pid ?? 0]);
    const pairs = async () => JSON.stringify(await (await service.fetch('/v1/languages?source=en')).json());
    expect(await pairs()).not.toContain('"fr"');
    await commandLine(service, ...add);
    await eventually(pairs, (found) => found.includes('"fr"'));
    expect(source.asked.filter((path) => path.includes('model.ende'))).toHaveLength(1);
  } finally {
    await source.close();
  }
});
