import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { KeyAccess } from '#libs/application/key-access.js';
import { type FormatDetails, readReport } from '#libs/documents/fidelity/fidelity-report.js';
import { reportBlobOf } from '#libs/documents/stored-files/document-blobs.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { publicUrlOf, type Settings } from '#libs/platform/config/settings.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import { BLOB_STORE, SETTINGS } from '#libs/ports/tokens.js';
import type { PageRequest } from '#libs/read-side/read-models/page.js';
import type { DocumentView } from '#projections/documents/document-view.js';
import { type DocumentFilter, DocumentQueries } from '#projections/documents/documents.queries.js';
import { OwnWrites } from '../access/own-writes.js';
import type { DocumentDto, DocumentListDto } from './document.dto.js';
import { toDocumentDto } from './document-response.js';

/** The properties of a caller that decide which documents it sees. */
export type DocumentViewer = Pick<KeyAccess, 'organizationId' | 'subject' | 'ownDocumentsOnly'>;

/** The reference of the one uploader whose documents the caller sees; undefined where it sees those of all. */
const uploaderSeenBy = ({ subject, ownDocumentsOnly }: DocumentViewer): string | undefined =>
  ownDocumentsOnly ? subject : undefined;

/** Formats whose files say something of themselves that a status repeats. */
const formatsWithDetails: ReadonlySet<string> = new Set(['pdf']);

/** Bytes of JSON of the details that a node remembers: more than 50,000 documents. */
const maxRememberedBytes = 8 * 1024 ** 2;

@Injectable()
export class FindDocumentHandler {
  /** Details by the report that they are in, which is written once: whoever polls has it read and deciphered once. */
  private readonly details = new LRUCache<string, { found: FormatDetails | undefined }>({
    maxSize: maxRememberedBytes,
    sizeCalculation: ({ found }, blobId) => blobId.length + (found === undefined ? 0 : JSON.stringify(found).length),
  });

  constructor(
    @Inject(DocumentQueries) private readonly queries: Pick<DocumentQueries, 'find' | 'list'>,
    @Inject(OwnWrites) private readonly ownWrites: Pick<OwnWrites, 'visibleIn'>,
    @Inject(BLOB_STORE) private readonly blobs: Pick<BlobStore, 'read'>,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async handle(access: DocumentViewer, id: string, target?: string): Promise<DocumentDto> {
    const view = await this.view(access, id, target);
    const details = await this.formatDetailsOf(view);
    return { ...toDocumentDto(view, publicUrlOf(this.settings)), ...(details && { format_details: details }) };
  }

  /** The report of a translation has them; a status is answered where that is not to be had. */
  private async formatDetailsOf({
    id,
    format,
    status,
    translation_id: translationId,
  }: DocumentView): Promise<FormatDetails | undefined> {
    if (!formatsWithDetails.has(format) || status !== 'completed' || translationId === null) return undefined;
    const blobId = reportBlobOf(id, translationId);
    const known = this.details.get(blobId);
    if (known !== undefined) return known.found;
    try {
      const found = (await readReport(this.blobs, blobId)).format_details;
      this.details.set(blobId, { found });
      return found;
    } catch {
      return undefined;
    }
  }

  async list(
    access: DocumentViewer,
    filter: Omit<DocumentFilter, 'uploader'>,
    page: PageRequest,
  ): Promise<DocumentListDto> {
    await this.ownWrites.visibleIn('documents', 'document-status', 'holds');
    const { documents, pagination } = await this.queries.list(
      access.organizationId,
      { ...filter, uploader: uploaderSeenBy(access) },
      page,
    );
    const publicUrl = publicUrlOf(this.settings);
    return { documents: documents.map((view) => toDocumentDto(view, publicUrl)), pagination };
  }

  /**
   * For what reads or changes a document without its view.
   * @throws Rejection `document_not_found` for a document that the caller may not see
   */
  async assertSeenBy(access: DocumentViewer, id: string): Promise<void> {
    if (uploaderSeenBy(access) !== undefined) await this.view(access, id);
  }

  /** @throws Rejection `document_not_found`, also for a document of another organization, or that the caller may not see */
  async view(access: DocumentViewer, id: string, target?: string): Promise<DocumentView> {
    await this.ownWrites.visibleIn('documents', 'document-status', 'holds');
    const view = await this.queries.find(access.organizationId, id, target, uploaderSeenBy(access));
    if (view === undefined) throw new Rejection('document_not_found');
    return view;
  }
}
