import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BilingualFiles } from '#libs/application/documents/bilingual-files.js';
import { ConvertedFiles } from '#libs/application/documents/converted-files.js';
import { RecordDocumentDownload } from '#libs/application/documents/record-document-download.handler.js';
import { fileForDownload, type TranslatedFile } from '#libs/application/documents/translated-file.js';
import { listedFormats } from '#libs/documents/formats/listed-formats.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { BLOB_STORE, EVENT_STORE } from '#libs/ports/tokens.js';
import type { DocumentView } from '#projections/documents/document-view.js';
import { Endpoint } from '../../http/endpoint.decorator.js';
import { attachment, translatedFileName, withExtension } from '../../http/multipart/file-name.js';
import { QueryOf } from '../../http/query.decorator.js';
import { RequestCommands } from '../../http/request-commands.js';
import { accessOf } from '../../http/request-context.js';
import { binary, FileOf, savedFile } from '../../openapi/file-of.decorator.js';
import { DownloadQuery } from '../document.dto.js';
import { FindDocumentHandler } from '../find-document.handler.js';
import { sendFile } from './send-file.js';

/** The file to send, in place of the translation itself, with the name and the type that it is sent under. */
interface OtherFile extends TranslatedFile {
  name: string;
  format: string;
  mediaType: string;
}

const octets = 'application/octet-stream';

/** A template of gettext that is filled is no template. */
const nameInFormat = (name: string, format: string): string => (format === 'po' ? withExtension(name, 'po') : name);

@ApiTags('documents')
@Controller('v1/documents')
export class DownloadDocumentController {
  constructor(
    private readonly commands: RequestCommands,
    private readonly documents: FindDocumentHandler,
    @Inject(BLOB_STORE) private readonly blobs: Pick<BlobStore, 'read'>,
    @Inject(EVENT_STORE) private readonly eventStore: Pick<EventStore, 'readStream'>,
    @Inject(BilingualFiles) private readonly bilingual: Pick<BilingualFiles, 'file'>,
    @Inject(ConvertedFiles) private readonly converted: Pick<ConvertedFiles, 'file'>,
  ) {}

  /**
   * The event of the download is durable before the first byte leaves. HEAD, which Fastify sends here too, gives out
   * no byte of the file: it has the headers alone, opens no file and is no download.
   * A file of another format, or with the source beside the translation, is made before.
   */
  @Get(':id/download')
  @ApiOperation({
    operationId: 'downloadDocument',
    summary: 'Download the translated file',
    description:
      'The translated file, or with `format` one of another format, which is made at the first download. 409 before the translation is completed, 410 after it has expired.',
  })
  @FileOf({
    description: 'The file. Its `Content-Type` is that of its format.',
    content: { 'application/octet-stream': binary },
    headers: savedFile,
    isAct: true,
  })
  @Endpoint({
    scope: 'documents:read',
    act: { action: 'document_download', resource: 'document' },
    errors: [
      'document_not_found',
      'not_found',
      'document_expired',
      'conflict',
      'processing_failed',
      'unsupported_format',
      'quota_exceeded',
    ],
  })
  async downloadDocument(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('id') id: string,
    @QueryOf(DownloadQuery) query: DownloadQuery,
  ): Promise<void> {
    const view = await this.documents.view(accessOf(request), id, query.target);
    const isHead = request.method === 'HEAD';
    const other = await this.otherFile(request, view, query);
    const translated = isHead
      ? await fileForDownload(this.eventStore, accessOf(request).organizationId, id, query.target)
      : await this.recordedDownload(request, id, query);
    if (translated === undefined) throw new Rejection('document_not_found');
    const file = other ?? {
      ...translated,
      name: nameInFormat(translatedFileName(view.filename, translated.targetLanguage), view.format),
      format: view.format,
      mediaType: view.media_type,
    };
    await sendFile(request, reply, this.blobs, file, ['Content-Disposition', attachment(file.name)]);
  }

  /** The file of another format, or with the source beside the translation; undefined for the translation as it is. */
  private async otherFile(
    request: FastifyRequest,
    view: DocumentView,
    { target: targetLanguage, format, include_source: includeSource }: DownloadQuery,
  ): Promise<OtherFile | undefined> {
    const { organizationId } = accessOf(request);
    const wanted = { organizationId, documentId: view.id, targetLanguage };
    const to = format?.toLowerCase() ?? view.format;
    const isBilingual = includeSource === 'true';
    const nameFor = (language: string): string =>
      translatedFileName(view.filename, isBilingual ? `${view.source_language}-${language}` : language);
    if (to !== view.format) {
      const bilingual = isBilingual ? { bilingual: () => this.bilingual.file(wanted) } : {};
      const file = await this.converted.file(wanted, to, bilingual);
      const { mediaTypes: [mediaType = octets] = [], extensions: [extension = to] = [] } =
        listedFormats.find(({ id }) => id === to) ?? {};
      const name = withExtension(nameFor(file.targetLanguage), extension);
      return { ...file, name, format: to, mediaType };
    }
    if (!isBilingual) return undefined;
    const file = await this.bilingual.file(wanted);
    return { ...file, name: nameFor(file.targetLanguage), format: view.format, mediaType: view.media_type };
  }

  private recordedDownload(
    request: FastifyRequest,
    id: string,
    { target, include_source }: DownloadQuery,
  ): Promise<TranslatedFile | undefined> {
    const includesSource = include_source === 'true';
    return this.commands.send(request, (metadata) => new RecordDocumentDownload(id, target, includesSource, metadata));
  }
}
