import { Controller, Get, Inject, Param, Req } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ActRecorder } from '#libs/application/text-usage/act-recorder.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { OwnWrites } from '../../access/own-writes.js';
import { Endpoint } from '../../http/endpoint.decorator.js';
import { toPageRequest } from '../../http/pagination.dto.js';
import { QueryOf } from '../../http/query.decorator.js';
import { accessOf } from '../../http/request-context.js';
import { EnvelopeOf } from '../../openapi/envelope-of.decorator.js';
import { subjectIdOf, subjectTypes } from './named-subject.js';
import { SubjectDataDto, SubjectDataQuery } from './subject-data.dto.js';
import { modelsOf, SubjectRecords } from './subject-records.js';

const notFound = () => new Rejection('not_found', { message: 'No such data subject is known.' });

/** The parameter is no `id`: that of a refused act stands in the audit log as it is. */
@ApiTags('compliance')
@Controller('v1/compliance/subjects')
export class SubjectsController {
  constructor(
    private readonly records: SubjectRecords,
    private readonly recorder: ActRecorder,
    @Inject(SUBJECT_KEYS) private readonly subjectKeys: Pick<SubjectKeys, 'find'>,
    @Inject(OwnWrites) private readonly ownWrites: Pick<OwnWrites, 'visibleIn'>,
  ) {}

  @Get(':type/:subject/data')
  @ApiOperation({
    operationId: 'getSubjectData',
    summary: 'What is kept of a user or an address',
    description:
      'One section at a time: entries of the audit log, documents, keys, holds, the account, sessions or exports. The audit log records that it was read.',
  })
  @ApiParam({ name: 'type', enum: subjectTypes })
  @ApiParam({ name: 'subject', schema: { type: 'string', maxLength: 200 } })
  @EnvelopeOf(SubjectDataDto, 200)
  @Endpoint({
    scope: 'compliance:read',
    act: { action: 'subject_access', resource: 'subject' },
    errors: ['not_found'],
  })
  async data(
    @Req() request: FastifyRequest,
    @Param('type') given: string,
    @Param('subject') name: string,
    @QueryOf(SubjectDataQuery) query: SubjectDataQuery,
  ): Promise<SubjectDataDto> {
    const page = toPageRequest(query);
    const { section = 'entries' } = query;
    const access = accessOf(request);
    const { organizationId, keyId } = access;
    const type = subjectTypes.find((known) => known === given);
    if (type === undefined) {
      throw new Rejection('not_found', { message: `The type of a data subject is ${subjectTypes.join(' or ')}.` });
    }
    const id = subjectIdOf({ type, id: name }, 'subject');
    const subject = await this.subjectKeys.find(organizationId, id, type);
    if (subject === undefined) throw notFound();
    await this.ownWrites.visibleIn(...modelsOf[section]);
    const records = await this.records.page(section, { organizationId, type, id, subject }, page);
    const fact = { type: 'SubjectDataRead', data: { organizationId, keyId, subjectType: type, subject } } as const;
    await this.recorder.record(request, access, fact);
    return { subject: { type, id }, subject_ref: subject, section, ...records };
  }
}
