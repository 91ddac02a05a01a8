import { Body, Controller, Get, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RequestReport } from '#libs/application/reports/request-report.handler.js';
import { reportNotFound } from '#libs/domain/report/report.decider.js';
import { publicUrlOf, type Settings } from '#libs/platform/config/settings.js';
import { isId } from '#libs/platform/ids/id-form.js';
import { SETTINGS } from '#libs/ports/tokens.js';
import { ReportQueries } from '#projections/reports/reports.queries.js';
import { OwnWrites } from '../../access/own-writes.js';
import { Endpoint } from '../../http/endpoint.decorator.js';
import { toPageRequest } from '../../http/pagination.dto.js';
import { QueryOf } from '../../http/query.decorator.js';
import { RequestCommands } from '../../http/request-commands.js';
import { accessOf } from '../../http/request-context.js';
import { EnvelopeOf } from '../../openapi/envelope-of.decorator.js';
import { toReportDto } from './report-response.js';
import { ReportDto, ReportList, ReportListQuery, RequestReportBody } from './reports.dto.js';
import { wantedReportOf } from './wanted-report.js';

@ApiTags('compliance')
@Controller('v1/compliance/reports')
export class ReportsController {
  private readonly publicUrl: string;

  constructor(
    private readonly commands: RequestCommands,
    @Inject(ReportQueries) private readonly queries: Pick<ReportQueries, 'list' | 'find'>,
    @Inject(OwnWrites) private readonly ownWrites: Pick<OwnWrites, 'visibleIn'>,
    @Inject(SETTINGS) settings: Settings,
  ) {
    this.publicUrl = publicUrlOf(settings);
  }

  @Post()
  @HttpCode(201)
  @ApiOperation({
    operationId: 'requestReport',
    summary: 'Request a compliance report',
    description:
      'Figures are taken at one signed checkpoint of the audit log that has all that came before the request. Both days of the period are inside. A webhook of `compliance.report_ready` tells when it is done.',
  })
  @ApiBody({
    type: RequestReportBody,
    examples: {
      usage: {
        summary: 'Requests and characters of a month',
        value: { type: 'usage', period: { start: '2026-01-01', end: '2026-01-31' }, format: 'json' },
      },
    },
  })
  @EnvelopeOf(ReportDto, 201)
  @Endpoint({
    scope: 'compliance:write',
    act: { action: 'report_create', resource: 'report' },
    errors: ['missing_required_field', 'conflict', 'quota_exceeded'],
  })
  async request(@Req() request: FastifyRequest, @Body() body: unknown): Promise<ReportDto> {
    const wanted = wantedReportOf(body, new Date());
    const id = await this.commands.send(request, (metadata) => new RequestReport(wanted, metadata));
    return this.shown(accessOf(request).organizationId, id);
  }

  @Get()
  @ApiOperation({
    operationId: 'listReports',
    summary: 'List compliance reports, newest first',
    description: 'Filters by type and status go together.',
  })
  @EnvelopeOf(ReportList, 200)
  @Endpoint({ scope: 'compliance:read', errors: [] })
  async list(@Req() request: FastifyRequest, @QueryOf(ReportListQuery) query: ReportListQuery): Promise<ReportList> {
    const page = toPageRequest(query);
    await this.ownWrites.visibleIn('reports');
    const { type, status } = query;
    const { reports, pagination } = await this.queries.list(accessOf(request).organizationId, { type, status }, page);
    return { reports: reports.map((record) => toReportDto(record, this.publicUrl)), pagination };
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getReport',
    summary: 'Status of a compliance report',
    description:
      '`progress` is in percent. A completed one has the size, the time at which it expires, and where it is downloaded.',
  })
  @EnvelopeOf(ReportDto, 200)
  @Endpoint({ scope: 'compliance:read', errors: ['not_found'] })
  get(@Req() request: FastifyRequest, @Param('id') id: string): Promise<ReportDto> {
    return this.shown(accessOf(request).organizationId, id);
  }

  private async shown(organizationId: string, id: string): Promise<ReportDto> {
    if (!isId(id, 'rep')) throw reportNotFound();
    await this.ownWrites.visibleIn('reports');
    const found = await this.queries.find(organizationId, id);
    if (found === undefined) throw reportNotFound();
    return toReportDto(found, this.publicUrl);
  }
}
