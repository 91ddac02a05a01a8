import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { SourceFiles } from '#libs/application/documents/source-files.js';
import { UploadDocument } from '#libs/application/documents/upload-document.handler.js';
import { askedLanguages, noteAsked } from '#libs/application/text-usage/asked-text.js';
import type { WebhookTarget } from '#libs/documents/stored-files/document-webhook.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { generalDomain } from '#libs/domain/euro-voc.js';
import type { RefusedText } from '#libs/domain/text-usage/text-usage.events.js';
import type { Settings } from '#libs/platform/config/settings.js';
import type { BlobInfo } from '#libs/ports/blob-store/blob-store.port.js';
import { SETTINGS } from '#libs/ports/tokens.js';
import { AllowedWebhookHosts } from '../../access/allowed-webhook-hosts.js';
import { cleanFileName } from '../../http/multipart/file-name.js';
import { fileExpected, missingFile } from '../../http/multipart/missing-file.js';
import { cutOff, readUploadForm } from '../../http/multipart/multipart-reader.js';
import type { UploadForm } from '../../http/multipart/upload-form.js';
import { RequestCommands } from '../../http/request-commands.js';
import { accessOf } from '../../http/request-context.js';
import { validated } from '../../http/validation.js';
import { assertWebhookSecret, assertWebhookTarget } from '../../http/webhook-target.js';
import { assertNoFormatOption, optionsOfForm } from '../options/form-options.js';
import { UploadDocumentFields } from './upload-document.dto.js';

/** Bytes that the other parts of a form may take of its length: they are small, and few. */
const restOfForm = 64 * 1024;

/** Bytes that the file of a form has at least, where its length is declared. */
const fileBytesOf = ({ headers }: FastifyRequest): number | undefined => {
  const length = Number(headers['content-length']);
  return Number.isSafeInteger(length) ? Math.max(0, length - restOfForm) : undefined;
};

/** Turns forms into commands, streaming their file into the blob store on the way. */
@Injectable()
export class UploadForms {
  constructor(
    @Inject(SourceFiles) private readonly files: Pick<SourceFiles, 'store' | 'discard'>,
    @Inject(RequestCommands) private readonly commands: Pick<RequestCommands, 'metadata'>,
    @Inject(AllowedWebhookHosts) private readonly webhookHosts: Pick<AllowedWebhookHosts, 'assertAllowed'>,
    @Inject(SETTINGS)
    private readonly settings: Pick<Settings, 'TRANSLEDGER_WEBHOOK_ALLOW_PRIVATE' | 'TRANSLEDGER_WEBHOOK_ALLOW_HTTP'>,
  ) {}

  /** Removes the file of a form that is refused. */
  async toCommand(request: FastifyRequest, documentId: string): Promise<UploadDocument> {
    try {
      const { form, blob } = await this.store(request, documentId);
      return await this.commandOf(request, documentId, form, blob);
    } catch (error) {
      await this.files.discard({ documentId, isRepeatable: request.caller.idempotent !== undefined }, error);
      throw error;
    }
  }

  private async store(
    request: FastifyRequest,
    documentId: string,
  ): Promise<{ form: UploadForm; blob: BlobInfo | undefined }> {
    const closed = new AbortController();
    // A request also closes after all of it has been received.
    const onClose = () => {
      if (!request.raw.complete) closed.abort(cutOff());
    };
    request.raw.once('close', onClose);
    let blob: BlobInfo | undefined;
    const { organizationId } = accessOf(request);
    const file = { documentId, organizationId, expectedBytes: fileBytesOf(request) };
    try {
      const form = await readUploadForm(request, async (content) => {
        blob = await this.files.store(file, content, closed.signal);
      });
      return { form, blob };
    } finally {
      request.raw.off('close', onClose);
    }
  }

  private async commandOf(
    request: FastifyRequest,
    documentId: string,
    form: UploadForm,
    blob: BlobInfo | undefined,
  ): Promise<UploadDocument> {
    const { file: notFile, ...others } = form.fields;
    if (notFile !== undefined) throw fileExpected('report.docx');
    assertNoFormatOption(others);
    const fields = validated(UploadDocumentFields, others);
    const noted = (facts: RefusedText) => noteAsked(request, facts);
    noted({ ...askedLanguages(fields.source, fields.target), domain: fields.domain ?? generalDomain });
    if (form.file === undefined || blob === undefined) throw missingFile();
    const { idempotent } = request.caller;
    const upload = {
      documentId,
      file: { name: cleanFileName(form.file.name), mediaType: form.file.mediaType, blob },
      source: fields.source,
      target: fields.target,
      options: optionsOfForm(fields),
      webhook: await this.webhookOf(accessOf(request).organizationId, fields),
      tier: accessOf(request).tier,
      repeatable: idempotent && { isTakenOver: idempotent.isTakenOver },
      noted,
    };
    return new UploadDocument(upload, await this.commands.metadata(request));
  }

  private async webhookOf(
    organizationId: string,
    { webhook_url: url, webhook_secret: secret }: UploadDocumentFields,
  ): Promise<WebhookTarget | undefined> {
    if (url === undefined) {
      if (secret === undefined) return undefined;
      throw new Rejection('invalid_request', { details: { webhook_secret: ['needs a webhook_url'] } });
    }
    if (secret !== undefined) assertWebhookSecret('webhook_secret', secret);
    assertWebhookTarget('webhook_url', url, this.settings);
    await this.webhookHosts.assertAllowed('webhook_url', organizationId, url);
    return { url, secret: secret ?? null };
  }
}
