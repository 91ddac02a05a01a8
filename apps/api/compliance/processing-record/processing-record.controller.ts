import { Body, Controller, Get, Inject, Put, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ChangeProcessingRecord } from '#libs/application/processing-record/change-processing-record.handler.js';
import {
  type KeptProcessingRecord,
  onlyValues,
  type ProcessingRecordValues,
  readProcessingRecord,
} from '#libs/application/processing-record/kept-processing-record.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { processingRecordFields } from '#libs/domain/processing-record/processing-record.decider.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { EVENT_STORE, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { Endpoint } from '../../http/endpoint.decorator.js';
import { RequestCommands } from '../../http/request-commands.js';
import { accessOf } from '../../http/request-context.js';
import { validatedBy } from '../../http/validation.js';
import { EnvelopeOf } from '../../openapi/envelope-of.decorator.js';
import { ProcessingRecordDto, ProcessingRecordRequest } from './processing-record.dto.js';

const textIn = (value: string | string[] | undefined): string | null => (typeof value === 'string' ? value : null);
const listIn = (value: string | string[] | undefined): string[] => (Array.isArray(value) ? value : []);

const toDto = ({ values, changedAt }: KeptProcessingRecord): ProcessingRecordDto => ({
  controller: textIn(values.controller),
  representative: textIn(values.representative),
  data_protection_officer: textIn(values.data_protection_officer),
  purposes: listIn(values.purposes),
  legal_bases: listIn(values.legal_bases),
  recipients: listIn(values.recipients),
  sub_processors: listIn(values.sub_processors),
  updated_at: changedAt,
});

/** Characters of all fields together: each change keeps the whole record in the log, which no quota of storage counts. */
const maxCharacters = 20_000;

const lengthOf = (value: string | string[] = ''): number => [value].flat().reduce((sum, { length }) => sum + length, 0);

/** @throws Rejection `invalid_request`, at the longest field */
const assertShort = (values: ProcessingRecordValues): void => {
  const lengths = processingRecordFields.map((field) => ({ field, length: lengthOf(values[field]) }));
  if (lengths.reduce((sum, { length }) => sum + length, 0) <= maxCharacters) return;
  const longest = lengths.reduce((a, b) => (b.length > a.length ? b : a)).field;
  const reason = `must have at most ${maxCharacters} characters together with the other fields`;
  throw new Rejection('invalid_request', { details: { [longest]: [reason] } });
};

@ApiTags('compliance')
@Controller('v1/compliance/processing-record')
export class ProcessingRecordController {
  constructor(
    private readonly commands: RequestCommands,
    @Inject(EVENT_STORE) private readonly eventStore: Pick<EventStore, 'readStream'>,
    @Inject(SUBJECT_KEYS) private readonly subjectKeys: Pick<SubjectKeys, 'open'>,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'getProcessingRecord',
    summary: 'The record of processing activities',
    description: 'What the organization declares of its processing (Article 30 GDPR). Reports on the GDPR have it.',
  })
  @EnvelopeOf(ProcessingRecordDto, 200)
  @Endpoint({ scope: 'compliance:read', errors: [] })
  get(@Req() request: FastifyRequest): Promise<ProcessingRecordDto> {
    return this.shown(accessOf(request).organizationId);
  }

  @Put()
  @ApiOperation({
    operationId: 'setProcessingRecord',
    summary: 'Set the record of processing activities, in place of the one before',
    description:
      'A field that is left out has no value from then on; all together have at most 20,000 characters. Values are sealed: the audit log says which fields were set, and not to what; what was set before can be read nowhere any more.',
  })
  @ApiBody({
    type: ProcessingRecordRequest,
    examples: {
      record: {
        summary: 'Controller and purposes',
        value: { controller: 'Acme Oy, Helsinki', purposes: ['Translation of correspondence'] },
      },
    },
  })
  @EnvelopeOf(ProcessingRecordDto, 200)
  @Endpoint({
    scope: 'compliance:write',
    act: { action: 'settings_change', resource: 'organization' },
    errors: ['conflict'],
  })
  async set(
    @Req() request: FastifyRequest,
    @Body(validatedBy(ProcessingRecordRequest)) body: ProcessingRecordRequest,
  ): Promise<ProcessingRecordDto> {
    const values = onlyValues(body);
    assertShort(values);
    await this.commands.send(request, (metadata) => new ChangeProcessingRecord(values, metadata));
    return this.shown(accessOf(request).organizationId);
  }

  private async shown(organizationId: string): Promise<ProcessingRecordDto> {
    return toDto(await readProcessingRecord(this.eventStore, this.subjectKeys, organizationId));
  }
}
