import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SourceFiles } from '#libs/application/documents/source-files.js';
import type { UploadDocument } from '#libs/application/documents/upload-document.handler.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { RefusedText } from '#libs/domain/text-usage/text-usage.events.js';
import { readSettings } from '#libs/platform/config/settings.js';
import { accessOfKey, callerOf } from '#test/fakes/api-caller.js';
import { documentId, uploaderMetadata } from '#test/fakes/document.fixture.js';
import { RecordedCommands } from '#test/fakes/recorded-commands.js';
import { Ports } from '#test/handler/handler-specification.js';
import { UploadForms } from './upload-forms.js';

let ports: Ports;
let instance: FastifyInstance;
let command: UploadDocument | undefined;
let rejection: unknown;
let asked: RefusedText | undefined;

beforeEach(async () => {
  ports = new Ports();
  command = undefined;
  rejection = undefined;
  instance = fastify();
  await instance.register(multipart);
  instance.decorateRequest('caller');
  instance.addHook('onRequest', async (request) => {
    request.caller = callerOf(accessOfKey({ tier: 'pro' }));
  });
  instance.post('/', async (request: FastifyRequest) => {
    const { blobs, eventStore, keyVault } = ports;
    const files = new SourceFiles(blobs, eventStore, keyVault);
    const forms = new UploadForms(
      files,
      new RecordedCommands(),
      {
        assertAllowed: async (field, _organization, url) => {
          if (url.includes('forbidden'))
            throw new Rejection('invalid_request', { details: { [field]: ['is another'] } });
        },
      },
      readSettings({}),
    );
    try {
      command = await forms.toCommand(request, documentId);
    } catch (error) {
      rejection = error;
    }
    asked = request.caller.asked;
    return {};
  });
});

afterEach(() => instance.close());

const send = async (fields: Record<string, string>, file: string | null = 'Good morning.') => {
  const form = new FormData();
  if (file !== null) form.append('file', new File([file], 'folder/letter.txt', { type: 'text/plain' }));
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  const payload = Buffer.from(await request.arrayBuffer());
  await instance.inject({ method: 'POST', url: '/', headers: Object.fromEntries(request.headers), payload });
};

describe('the form of an upload', () => {
  it('the form becomes a command, with the file in the blob store', async () => {
    await send({ target: 'es', translate_headers: 'false', glossary_id: 'glo_1' });
    expect(command?.metadata).toBe(uploaderMetadata);
    expect(command?.upload).toEqual({
      documentId,
      file: {
        name: 'letter.txt',
        mediaType: 'text/plain',
        blob: expect.objectContaining({ id: `${documentId}-source`, size: 13 }),
      },
      source: undefined,
      target: 'es',
      options: expect.objectContaining({ translateHeaders: false, glossaryId: 'glo_1', quality: undefined }),
      webhook: undefined,
      tier: 'pro',
      repeatable: undefined,
      noted: expect.any(Function),
    });
    expect(ports.blobs.textOf(`${documentId}-source`)).toBe('Good morning.');
  });

  it('every option of the form is read', async () => {
    await send({
      target: 'es',
      domain: '12 law',
      quality: 'quality',
      preserve_layout: 'false',
      preserve_images: 'false',
      translate_alt_text: 'false',
      translate_comments: 'true',
      page_range: '1-3,5',
      format_options: JSON.stringify({ sheet_names: true, its_rules: '<its:rules/>' }),
    });
    expect(command?.upload.options).toMatchObject({
      domain: '12 law',
      quality: 'quality',
      preserveLayout: false,
      preserveImages: false,
      translateHeaders: undefined,
      translateAltText: false,
      translateComments: true,
      pageRange: '1-3,5',
      sheetNames: true,
      itsRules: '<its:rules/>',
    });
  });

  it('format options may come as a part that says that it is JSON', async () => {
    const part = (header: string, content: string) =>
      `--b\r\nContent-Disposition: form-data; ${header}\r\n\r\n${content}\r\n`;
    const form = [
      part('name="target"', 'es'),
      part('name="format_options"\r\nContent-Type: application/json', '{"hidden": true}'),
      part('name="file"; filename="letter.txt"\r\nContent-Type: text/plain', 'Good morning.'),
    ];
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    await instance.inject({ method: 'POST', url: '/', headers, payload: `${form.join('')}--b--\r\n` });
    expect(command?.upload.options).toMatchObject({ hidden: true });
  });

  it('the form may name a webhook, signed or not', async () => {
    const secret = 'a secret of 24 bytes, ok';
    await send({ target: 'es', webhook_url: 'https://receiver.example.com/hook' });
    expect(command?.upload.webhook).toEqual({ url: 'https://receiver.example.com/hook', secret: null });
    await send({ target: 'es', webhook_url: 'https://receiver.example.com/hook', webhook_secret: secret });
    expect(command?.upload.webhook).toEqual({ url: 'https://receiver.example.com/hook', secret });
  });

  it('what is right of a form that is refused is noted', async () => {
    await send({ source: 'en', target: 'es', domain: '12 law', webhook_secret: 'secret' });
    expect(rejection).toMatchObject({ code: 'invalid_request' });
    expect(asked).toEqual({ sourceLanguage: 'en', targetLanguage: 'es', domain: '12 law' });
  });

  it('a file that came as text is asked for as a file', async () => {
    await send({ target: 'es', file: 'report.docx' }, null);
    expect(rejection).toHaveProperty(
      'message',
      'The request is not valid: file must be a file, not text; with curl it is -F file=@report.docx.',
    );
  });

  it.each<[string, Record<string, string>, string | null]>([
    ['missing_required_field', {}, 'Good morning.'],
    ['missing_required_field', { target: 'es' }, null],
    ['invalid_request', { target: 'es', domain: 'no domain of EuroVoc' }, 'Good morning.'],
    ['invalid_request', { target: 'es', preserve_layout: 'no' }, 'Good morning.'],
    ['invalid_request', { target: 'es', page_range: '3-1' }, 'Good morning.'],
    ['invalid_request', { target: 'es', format_options: '{"colour":true}' }, 'Good morning.'],
    ['invalid_request', { target: 'es', colour: 'true' }, 'Good morning.'],
    ['invalid_request', { target: 'es', webhook_secret: 'secret' }, 'Good morning.'],
    ['invalid_request', { target: 'es', webhook_url: 'http://127.0.0.1/hook' }, 'Good morning.'],
    ['invalid_request', { target: 'es', webhook_url: 'https://forbidden.example.com/hook' }, 'Good morning.'],
    [
      'invalid_request',
      { target: 'es', webhook_url: 'https://receiver.example.com/hook', webhook_secret: 'whsec_!!' },
      'Good morning.',
    ],
    [
      'invalid_request',
      { target: 'es', webhook_url: 'https://receiver.example.com/hook', webhook_secret: 'too short to sign with' },
      'Good morning.',
    ],
    ['invalid_request', { target: 'es', file: 'report.docx' }, null],
  ])('a form that is refused as %s leaves no file', async (code, fields, file) => {
    await send(fields, file);
    expect(rejection).toBeInstanceOf(Rejection);
    expect(rejection).toMatchObject({ code });
    expect(command).toBeUndefined();
    expect(ports.blobs.ids).toEqual([]);
  });
});
