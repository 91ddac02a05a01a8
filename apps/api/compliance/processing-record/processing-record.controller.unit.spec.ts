import { beforeEach, describe, expect, it } from 'vitest';
import {
  ChangeProcessingRecord,
  ChangeProcessingRecordHandler,
} from '#libs/application/processing-record/change-processing-record.handler.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { requestOf } from '#test/fakes/http-exchange.js';
import { RecordedCommands } from '#test/fakes/recorded-commands.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { Ports } from '#test/handler/handler-specification.js';
import { validated } from '../../http/validation.js';
import { ProcessingRecordController } from './processing-record.controller.js';
import { ProcessingRecordRequest } from './processing-record.dto.js';

const { organizationId } = accessOfKey();
const nothing = {
  ...{ controller: null, representative: null, data_protection_officer: null, updated_at: null },
  ...{ purposes: [], legal_bases: [], recipients: [], sub_processors: [] },
};

describe('the record of processing', () => {
  let ports: Ports;
  beforeEach(() => {
    ports = new Ports();
  });
  const controllerWith = (commands = new RecordedCommands()) =>
    new ProcessingRecordController(commands.asCommands, ports.eventStore, ports.subjectKeys);

  it('a record that was never set has no values', async () =>
    expect(await controllerWith().get(requestOf())).toEqual(nothing));

  it('a record is shown as it was set, to its own organization', async () => {
    const values = { controller: 'Acme Oy', sub_processors: ['Example Hosting Oy'] };
    const metadata = { ...uploaderMetadata, organizationId };
    const handler = new ChangeProcessingRecordHandler(ports.eventStore, ports.subjectKeys);
    await handler.execute(new ChangeProcessingRecord(values, metadata));
    const { occurredAt: updated_at } = uploaderMetadata;
    expect(await controllerWith().get(requestOf())).toEqual({ ...nothing, ...values, updated_at });
    const other = requestOf({}, { access: accessOfKey({ organizationId: 'org_other' }) });
    expect(await controllerWith().get(other)).toEqual(nothing);
  });

  it('fields that are left out, null or empty are cleared', async () => {
    const commands = new RecordedCommands();
    const body = { controller: 'Acme Oy', representative: null, purposes: [], recipients: ['A'] };
    await controllerWith(commands).set(requestOf(), body);
    expect(commands.sent).toEqual([
      new ChangeProcessingRecord({ controller: 'Acme Oy', recipients: ['A'] }, uploaderMetadata),
    ]);
  });

  it('a record that is long in all is refused at its longest field, and one at the bound is not', async () => {
    const commands = new RecordedCommands();
    const body = {
      controller: 'Acme',
      purposes: ['x'.repeat(996)],
      recipients: Array.from({ length: 19 }, () => 'y'.repeat(1_000)),
    };
    await controllerWith(commands).set(requestOf(), body);
    const rejection = await rejectionOf(() =>
      controllerWith(commands).set(requestOf(), { ...body, controller: 'Acme.' }),
    );
    expect([rejection.code, Object.keys(rejection.details ?? {})]).toEqual(['invalid_request', ['recipients']]);
    expect(commands.sent).toHaveLength(1);
  });

  it.each([
    ['controller', { controller: 'two\nlines' }],
    ['purposes', { purposes: 'Translation' }],
    ['purposes[1]', { purposes: ['Translation', ''] }],
    ['recipients', { recipients: Array.from({ length: 101 }, () => 'A') }],
    ['purpose', { purpose: ['Translation'] }],
  ])('%s is refused by its name', async (name, body) => {
    const rejection = await rejectionOf(async () => validated(ProcessingRecordRequest, body));
    expect(rejection.code).toBe('invalid_request');
    expect(Object.keys(rejection.details ?? {})[0]).toContain(name.split('[')[0]);
  });
});
