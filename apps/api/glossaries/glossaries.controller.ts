import { Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GlossaryQueries } from '#projections/glossaries/glossaries.queries.js';
import { OwnWrites } from '../access/own-writes.js';
import { Endpoint } from '../http/endpoint.decorator.js';
import { PageQuery, toPageRequest } from '../http/pagination.dto.js';
import { accessOf } from '../http/request-context.js';
import { validatedBy } from '../http/validation.js';
import { EnvelopeOf } from '../openapi/envelope-of.decorator.js';
import { CreateGlossaryHandler } from './create-glossary.handler.js';
import { DeleteGlossaryHandler } from './delete-glossary.handler.js';
import { FindGlossaryHandler } from './find-glossary.handler.js';
import {
  CreateGlossaryForm,
  CreateGlossaryRequest,
  DeletedGlossaryDto,
  GlossaryDto,
  GlossaryList,
  GlossaryQuery,
  GlossaryWithEntriesDto,
  ReplaceEntriesForm,
  ReplaceEntriesRequest,
} from './glossaries.dto.js';
import { recordOf, toGlossaryDto } from './glossary-answer.js';
import { glossaryBodyTypes } from './glossary-body.js';
import { GivesGlossary, TakesGlossary } from './glossary-files.openapi.js';
import { ReplaceEntriesHandler } from './replace-entries.handler.js';
import { versionTag } from './version-tag.js';

@ApiTags('glossaries')
@Controller('v1/glossaries')
export class GlossariesController {
  constructor(
    private readonly creation: CreateGlossaryHandler,
    private readonly replacement: ReplaceEntriesHandler,
    private readonly finding: FindGlossaryHandler,
    private readonly deletion: DeleteGlossaryHandler,
    private readonly queries: GlossaryQueries,
    private readonly ownWrites: OwnWrites,
  ) {}

  @Post()
  @HttpCode(201)
  @TakesGlossary({
    operationId: 'createGlossary',
    summary: 'Create a glossary, of JSON or of a CSV, TSV or TBX file',
    json: CreateGlossaryRequest,
    form: CreateGlossaryForm,
  })
  @EnvelopeOf(GlossaryDto, 201)
  @Endpoint({
    scope: 'glossaries:write',
    act: { action: 'glossary_create', resource: 'glossary' },
    body: glossaryBodyTypes,
    errors: ['missing_required_field', 'invalid_language', 'unsupported_format', 'model_unavailable'],
  })
  async create(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<GlossaryDto> {
    const created = await this.creation.handle(request, accessOf(request));
    reply.header('ETag', versionTag(created.version));
    return toGlossaryDto(recordOf(created));
  }

  @Get()
  @ApiOperation({ operationId: 'listGlossaries', summary: 'List glossaries, newest first' })
  @EnvelopeOf(GlossaryList, 200)
  @Endpoint({ scope: 'glossaries:read', errors: [] })
  async list(@Req() request: FastifyRequest, @Query(validatedBy(PageQuery)) query: PageQuery): Promise<GlossaryList> {
    const page = toPageRequest(query);
    await this.ownWrites.visibleIn('glossaries');
    const { glossaries, pagination } = await this.queries.list(accessOf(request).organizationId, page);
    return { glossaries: glossaries.map(toGlossaryDto), pagination };
  }

  @Get(':id')
  @ApiOperation({ operationId: 'getGlossary', summary: 'A glossary with its entries, or these as a file' })
  @GivesGlossary(GlossaryWithEntriesDto)
  @Endpoint({ scope: 'glossaries:read', errors: ['glossary_not_found'] })
  async get(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('id') id: string,
    @Query(validatedBy(GlossaryQuery)) { format }: GlossaryQuery,
  ): Promise<void> {
    await this.finding.handle(request, reply, accessOf(request), id, format);
  }

  @Put(':id/entries')
  @ApiHeader({
    name: 'If-Match',
    required: false,
    description:
      'The `ETag` of the version that is to be replaced; in another version the glossary stays as it is (412).',
    schema: { type: 'string' },
  })
  @TakesGlossary({
    operationId: 'replaceGlossaryEntries',
    summary: 'Replace all entries: a new version',
    json: ReplaceEntriesRequest,
    form: ReplaceEntriesForm,
  })
  @EnvelopeOf(GlossaryDto, 200)
  @Endpoint({
    scope: 'glossaries:write',
    act: { action: 'glossary_update', resource: 'glossary' },
    body: glossaryBodyTypes,
    errors: ['missing_required_field', 'unsupported_format', 'glossary_not_found', 'conflict'],
  })
  async replaceEntries(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
  ): Promise<GlossaryDto> {
    const replaced = await this.replacement.handle(request, accessOf(request), id);
    reply.header('ETag', versionTag(replaced.version));
    return toGlossaryDto(recordOf(replaced));
  }

  @Delete(':id')
  @ApiOperation({ operationId: 'deleteGlossary', summary: 'Delete a glossary, all its versions and their keys' })
  @EnvelopeOf(DeletedGlossaryDto, 200)
  @Endpoint({
    scope: 'glossaries:write',
    act: { action: 'glossary_delete', resource: 'glossary' },
    errors: ['glossary_not_found'],
  })
  async delete(@Req() request: FastifyRequest, @Param('id') id: string): Promise<DeletedGlossaryDto> {
    await this.deletion.handle(request, accessOf(request), id);
    return { id, deleted: true as const };
  }
}
