import { Body, Controller, Delete, Get, Inject, Param, Put, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { DeleteCertification } from '#libs/application/certifications/delete-certification.handler.js';
import { RecordCertification } from '#libs/application/certifications/record-certification.handler.js';
import type { Certification } from '#libs/domain/certification/certification.events.js';
import { standardKey } from '#libs/domain/certification/standard-key.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { isLabel, labelOf } from '#libs/platform/line-text/label.js';
import { CertificationQueries } from '#projections/certifications/certifications.queries.js';
import { OwnWrites } from '../../access/own-writes.js';
import { parseTimestamp } from '../../http/constraints.js';
import { Endpoint } from '../../http/endpoint.decorator.js';
import { PageQuery, toPageRequest } from '../../http/pagination.dto.js';
import { QueryOf } from '../../http/query.decorator.js';
import { RequestCommands } from '../../http/request-commands.js';
import { accessOf } from '../../http/request-context.js';
import { validatedBy } from '../../http/validation.js';
import { EnvelopeOf } from '../../openapi/envelope-of.decorator.js';
import { toCertificationDto } from './certification-response.js';
import {
  CertificationDto,
  CertificationList,
  CertificationRequest,
  DeletedCertificationDto,
  standardLength,
} from './certifications.dto.js';

/** Standards that an organization may record. */
const maxStandards = 100;

const instant = (value: string | null | undefined): string | null =>
  value == null ? null : (parseTimestamp(value)?.toISOString() ?? null);

/** @throws Rejection `invalid_request` for a name that none can have, or another than that of the body, and for an end before the proof */
const certificationOf = (standard: string, body: CertificationRequest): Certification => {
  if (!isLabel(standard, standardLength)) {
    const what = `must be a name of ${labelOf(standardLength)}`;
    throw new Rejection('invalid_request', { details: { standard: [what] } });
  }
  if (body.standard != null && standardKey(body.standard) !== standardKey(standard)) {
    throw new Rejection('invalid_request', { details: { standard: ['must be the standard of the path'] } });
  }
  const verifiedAt = instant(body.verified_at);
  const expiresAt = instant(body.expires_at);
  if (verifiedAt !== null && expiresAt !== null && Date.parse(expiresAt) < Date.parse(verifiedAt)) {
    throw new Rejection('invalid_request', { details: { expires_at: ['must not be before verified_at'] } });
  }
  return {
    standard: standard.trim(),
    status: body.status,
    articles: body.articles ?? null,
    level: body.level ?? null,
    certificateId: body.certificate_id ?? null,
    reportPeriod: body.report_period ?? null,
    verifiedAt,
    expiresAt,
    expectedDate: body.expected_date ?? null,
  };
};

const notRecorded = () => new Rejection('not_found', { message: 'No certification of this standard is recorded.' });

@ApiTags('compliance')
@Controller('v1/compliance/certifications')
export class CertificationsController {
  constructor(
    private readonly commands: RequestCommands,
    @Inject(CertificationQueries) private readonly queries: Pick<CertificationQueries, 'list' | 'find' | 'count'>,
    @Inject(OwnWrites) private readonly ownWrites: Pick<OwnWrites, 'visibleIn'>,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listCertifications',
    summary: 'List certifications by name',
    description: 'What the organization has recorded of its own certifications.',
  })
  @EnvelopeOf(CertificationList, 200)
  @Endpoint({ scope: 'compliance:read', errors: [] })
  async list(@Req() request: FastifyRequest, @QueryOf(PageQuery) query: PageQuery): Promise<CertificationList> {
    const page = toPageRequest(query);
    await this.ownWrites.visibleIn('certifications');
    const { certifications, pagination } = await this.queries.list(accessOf(request).organizationId, page);
    return { certifications: certifications.map(toCertificationDto), pagination };
  }

  @Get(':standard')
  @ApiOperation({
    operationId: 'getCertification',
    summary: 'The certification of a standard',
    description: '404 until `PUT /v1/compliance/certifications/{standard}` has recorded one for this standard.',
  })
  @EnvelopeOf(CertificationDto, 200)
  @Endpoint({ scope: 'compliance:read', errors: ['not_found'] })
  async get(@Req() request: FastifyRequest, @Param('standard') standard: string): Promise<CertificationDto> {
    if (!isLabel(standard, standardLength)) throw notRecorded();
    await this.ownWrites.visibleIn('certifications');
    const found = await this.queries.find(accessOf(request).organizationId, standard);
    if (found === undefined) throw notRecorded();
    return toCertificationDto(found);
  }

  @Put(':standard')
  @ApiOperation({
    operationId: 'recordCertification',
    summary: 'Record the certification of a standard, in place of the one before',
    description:
      'Webhooks of `compliance.certification_expiring` tell 90, 30, 7 and 1 days before it expires, once each.',
  })
  @ApiBody({
    type: CertificationRequest,
    examples: {
      certified: {
        summary: 'A certificate that expires',
        value: { status: 'compliant', certificate_id: 'FI-2026-0042', expires_at: '2099-11-01T00:00:00Z' },
      },
    },
  })
  @EnvelopeOf(CertificationDto, 200)
  @Endpoint({
    scope: 'compliance:write',
    act: { action: 'certification_update', resource: 'certification' },
    errors: ['missing_required_field', 'conflict'],
  })
  async record(
    @Req() request: FastifyRequest,
    @Param('standard') standard: string,
    @Body(validatedBy(CertificationRequest)) body: CertificationRequest,
  ): Promise<CertificationDto> {
    const recorded = certificationOf(standard, body);
    await this.assertRoomFor(accessOf(request).organizationId, recorded.standard);
    await this.commands.send(request, (metadata) => new RecordCertification(recorded, metadata));
    return toCertificationDto({
      standard: recorded.standard,
      status: recorded.status,
      articles: recorded.articles,
      level: recorded.level,
      certificate_id: recorded.certificateId,
      report_period: recorded.reportPeriod,
      verified_at: recorded.verifiedAt,
      expires_at: recorded.expiresAt,
      expected_date: recorded.expectedDate,
    });
  }

  @Delete(':standard')
  @ApiOperation({
    operationId: 'deleteCertification',
    summary: 'Delete the certification of a standard',
    description:
      'No notice is sent of it any more. The audit log keeps what was recorded. 404 for what no `PUT /v1/compliance/certifications/{standard}` has recorded.',
  })
  @EnvelopeOf(DeletedCertificationDto, 200)
  @Endpoint({
    scope: 'compliance:write',
    act: { action: 'certification_delete', resource: 'certification' },
    errors: ['not_found'],
  })
  async delete(@Req() request: FastifyRequest, @Param('standard') standard: string): Promise<DeletedCertificationDto> {
    const deleted = await this.commands.send(request, (metadata) => new DeleteCertification(standard, metadata));
    return { standard: deleted, deleted: true as const };
  }

  /** @throws Rejection `conflict` when one more standard would be too many */
  private async assertRoomFor(organizationId: string, standard: string): Promise<void> {
    await this.ownWrites.visibleIn('certifications');
    if ((await this.queries.count(organizationId)) < maxStandards) return;
    if ((await this.queries.find(organizationId, standard)) !== undefined) return;
    throw new Rejection('conflict', { message: `An organization may record at most ${maxStandards} standards.` });
  }
}
