import { describe, expect, it } from 'vitest';
import { readSettings } from '#libs/platform/config/settings.js';
import { RecordedReply, requestOf } from '#test/fakes/http-exchange.js';
import { AsyncApiController } from './asyncapi.controller.js';

describe('the AsyncAPI controller', () => {
  it('the document describes the stream at the public URL of the service', async () => {
    const controller = new AsyncApiController(readSettings({ TRANSLEDGER_PUBLIC_URL: 'https://translate.example' }));
    const served = String(await controller.serve(requestOf(), new RecordedReply().asReply));
    const document: { asyncapi: string; info: { version: string } } = JSON.parse(served);
    expect(document.asyncapi).toBe('3.0.0');
    expect(document.info.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(served).toContain('translate.example');
  });
});
