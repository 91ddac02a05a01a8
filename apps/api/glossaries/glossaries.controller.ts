import { Controller, Delete, Get, HttpCode, Inject, Param, Post, Put, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CreateGlossary } from '#libs/application/glossaries/create-glossary.handler.js';
import { DeleteGlossary } from '#libs/application/glossaries/delete-glossary.handler.js';
import { GlossaryLibrary } from '#libs/application/glossaries/glossary-library.js';
import { ReplaceGlossaryEntries } from '#libs/application/glossaries/replace-glossary-entries.handler.js';
import { writeGlossaryFile } from '#libs/text/glossary/exchange/glossary-file.js';
import { GlossaryQueries } from '#projections/glossaries/glossaries.queries.js';
import { OwnWrites } from '../access/own-writes.js';
import { Endpoint } from '../http/endpoint.decorator.js';
import { envelope } from '../http/envelope.js';
import { glossaryJsonValues } from '../http/json-structure.js';
import { attachment, cleanFileName } from '../http/multipart/file-name.js';
import { PageQuery, toPageRequest } from '../http/pagination.dto.js';
import { QueryOf } from '../http/query.decorator.js';
import { RequestCommands } from '../http/request-commands.js';
import { accessOf, largeBodyBytes } from '../http/request-context.js';
import { fieldNamesOf } from '../http/validation.js';
import { EnvelopeOf, entityTag } from '../openapi/envelope-of.decorator.js';
import { FindGlossaryHandler } from './find-glossary.handler.js';
import {
  CreateGlossaryForm,
  CreateGlossaryRequest,
  DeletedGlossaryDto,
  GivenGlossaryFields,
  GlossaryDto,
  GlossaryList,
  GlossaryQuery,
  GlossaryWithEntriesDto,
  ReplaceEntriesForm,
  ReplaceGlossaryEntriesRequest,
} from './glossaries.dto.js';
import { glossaryBodyTypes } from './glossary-body.js';
import { ApiGlossaryBody, ApiGlossaryResponse } from './glossary-files.openapi.js';
import { acceptedFormat, mediaTypeOf } from './glossary-format.js';
import { GlossaryRequests } from './glossary-requests.js';
import { recordOf, toGlossaryDto } from './glossary-response.js';
import { versionsMatching, versionTag } from './version-tag.js';

const IfMatch = (what: 'replaced' | 'deleted'): MethodDecorator =>
  ApiHeader({
    name: 'If-Match',
    required: false,
    description: `The \`ETag\` of the version that is to be ${what}; in another version the glossary stays as it is (412).`,
    schema: { type: 'string' },
  });

@ApiTags('glossaries')
@Controller('v1/glossaries')
export class GlossariesController {
  constructor(
    private readonly commands: RequestCommands,
    @Inject(GlossaryRequests) private readonly requests: Pick<GlossaryRequests, 'readNew' | 'readEntries'>,
    @Inject(FindGlossaryHandler) private readonly finding: Pick<FindGlossaryHandler, 'handle'>,
    @Inject(GlossaryQueries) private readonly queries: Pick<GlossaryQueries, 'list'>,
    @Inject(GlossaryLibrary) private readonly library: Pick<GlossaryLibrary, 'forget'>,
    @Inject(OwnWrites) private readonly ownWrites: Pick<OwnWrites, 'visibleIn'>,
  ) {}

  @Post()
  @HttpCode(201)
  @ApiGlossaryBody({
    operationId: 'createGlossary',
    summary: 'Create a glossary, of JSON or of a CSV, TSV or TBX file',
    example: {
      summary: 'Terms of a trade',
      value: {
        name: 'Real estate',
        source_language: 'en',
        target_language: 'es',
        entries: [{ source: 'estate agent', target: 'agente inmobiliario' }],
      },
    },
    description:
      'Up to 10,000 terms for one pair of languages. A translation that names the glossary uses its newest version.',
    json: CreateGlossaryRequest,
    form: CreateGlossaryForm,
  })
  @EnvelopeOf(GlossaryDto, 201, entityTag)
  @Endpoint({
    scope: 'glossaries:write',
    act: { action: 'glossary_create', resource: 'glossary' },
    body: glossaryBodyTypes,
    maxBodyBytes: largeBodyBytes,
    maxJsonValues: glossaryJsonValues,
    bodyFields: fieldNamesOf(GivenGlossaryFields),
    takesQuery: true,
    errors: ['missing_required_field', 'invalid_language', 'unsupported_format', 'quota_exceeded', 'model_unavailable'],
  })
  async create(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<GlossaryDto> {
    const glossary = await this.requests.readNew(request);
    const created = await this.commands.send(request, (metadata) => new CreateGlossary(glossary, metadata));
    if (created.domain !== null) await this.bindAnew(request);
    reply.header('ETag', versionTag(created.version));
    return toGlossaryDto(recordOf(created));
  }

  @Get()
  @ApiOperation({
    operationId: 'listGlossaries',
    summary: 'List glossaries, newest first',
    description: 'The glossaries of the organization without their entries.',
  })
  @EnvelopeOf(GlossaryList, 200)
  @Endpoint({ scope: 'glossaries:read', errors: [] })
  async list(@Req() request: FastifyRequest, @QueryOf(PageQuery) query: PageQuery): Promise<GlossaryList> {
    const page = toPageRequest(query);
    await this.ownWrites.visibleIn('glossaries');
    const { glossaries, pagination } = await this.queries.list(accessOf(request).organizationId, page);
    return { glossaries: glossaries.map(toGlossaryDto), pagination };
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getGlossary',
    summary: 'A glossary with its entries, or these as a file',
    description: 'With `format` the entries come as a CSV, TSV or TBX file. The `ETag` names the version.',
  })
  @ApiGlossaryResponse(GlossaryWithEntriesDto)
  @Endpoint({ scope: 'glossaries:read', errors: ['glossary_not_found'] })
  async get(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('id') id: string,
    @QueryOf(GlossaryQuery) { format }: GlossaryQuery,
  ): Promise<void> {
    const { record, entries } = await this.finding.handle(accessOf(request).organizationId, id);
    reply
      .header('Cache-Control', 'private, no-store')
      .header('Vary', 'Accept')
      .header('ETag', versionTag(record.version));
    const wanted = format ?? acceptedFormat(request.headers.accept);
    if (wanted === undefined) {
      await reply.send(envelope(request, { ...toGlossaryDto(record), entries }));
      return;
    }
    const languages = { source: record.source_language, target: record.target_language };
    await reply
      .type(mediaTypeOf(wanted))
      .header('Content-Disposition', attachment(`${cleanFileName(record.name)}.${wanted}`))
      .send(Buffer.from(writeGlossaryFile(entries, wanted, languages)));
  }

  @Put(':id/entries')
  @IfMatch('replaced')
  @ApiGlossaryBody({
    operationId: 'replaceGlossaryEntries',
    summary: 'Replace all entries: a new version',
    example: {
      summary: 'Other terms, of a glossary',
      value: { entries: [{ source: 'landlord', target: 'propietario' }] },
    },
    description:
      'Makes a new version; translations in flight keep the one that they began with. `If-Match` refuses with 412 where somebody else was faster.',
    json: ReplaceGlossaryEntriesRequest,
    form: ReplaceEntriesForm,
  })
  @EnvelopeOf(GlossaryDto, 200, entityTag)
  @Endpoint({
    scope: 'glossaries:write',
    act: { action: 'glossary_update', resource: 'glossary' },
    body: glossaryBodyTypes,
    maxBodyBytes: largeBodyBytes,
    maxJsonValues: glossaryJsonValues,
    bodyFields: ['entries'],
    errors: ['missing_required_field', 'unsupported_format', 'glossary_not_found', 'conflict', 'quota_exceeded'],
  })
  async replaceEntries(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
  ): Promise<GlossaryDto> {
    const replacement = await this.requests.readEntries(request, id);
    const replaced = await this.commands.send(request, (metadata) => new ReplaceGlossaryEntries(replacement, metadata));
    reply.header('ETag', versionTag(replaced.version));
    return toGlossaryDto(recordOf(replaced));
  }

  @Delete(':id')
  @IfMatch('deleted')
  @ApiOperation({
    operationId: 'deleteGlossary',
    summary: 'Delete a glossary, all its versions and their keys',
    description:
      'Removes every version at once. `If-Match` refuses with 412 where somebody else made another one; a legal hold refuses with 409 and names itself.',
  })
  @EnvelopeOf(DeletedGlossaryDto, 200)
  @Endpoint({
    scope: 'glossaries:write',
    act: { action: 'glossary_delete', resource: 'glossary' },
    errors: ['glossary_not_found', 'conflict'],
  })
  async delete(@Req() request: FastifyRequest, @Param('id') id: string): Promise<DeletedGlossaryDto> {
    const expectedVersions = versionsMatching(request.headers['if-match']);
    await this.commands.send(request, (metadata) => new DeleteGlossary(id, metadata, expectedVersions));
    // Another glossary may now be the one bound to its domain.
    await this.bindAnew(request);
    return { id, deleted: true as const };
  }

  /** Makes the binding of a domain hold on this node at once. */
  private async bindAnew(request: FastifyRequest): Promise<void> {
    await this.ownWrites.visibleIn('glossaries');
    this.library.forget(accessOf(request).organizationId);
  }
}
