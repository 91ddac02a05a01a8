import { Inject, Injectable } from '@nestjs/common';
import type { KeyAccess } from '#libs/application/key-access.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { publicUrlOf, type Settings } from '#libs/platform/config/settings.js';
import { SETTINGS } from '#libs/ports/tokens.js';
import type { PageRequest } from '#libs/read-side/read-models/page.js';
import type { DocumentView } from '#projections/documents/document-view.js';
import { type DocumentFilter, DocumentQueries } from '#projections/documents/documents.queries.js';
import { OwnWrites } from '../access/own-writes.js';
import type { DocumentDto, DocumentListDto } from './document.dto.js';
import { toDocumentDto } from './document-response.js';

@Injectable()
export class FindDocumentHandler {
  constructor(
    @Inject(DocumentQueries) private readonly queries: Pick<DocumentQueries, 'find' | 'list'>,
    @Inject(OwnWrites) private readonly ownWrites: Pick<OwnWrites, 'visibleIn'>,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async handle(access: Pick<KeyAccess, 'organizationId'>, id: string, target?: string): Promise<DocumentDto> {
    return toDocumentDto(await this.view(access, id, target), publicUrlOf(this.settings));
  }

  async list(
    { organizationId }: Pick<KeyAccess, 'organizationId'>,
    filter: DocumentFilter,
    page: PageRequest,
  ): Promise<DocumentListDto> {
    await this.ownWrites.visibleIn('documents', 'document-status', 'holds');
    const { documents, pagination } = await this.queries.list(organizationId, filter, page);
    const publicUrl = publicUrlOf(this.settings);
    return { documents: documents.map((view) => toDocumentDto(view, publicUrl)), pagination };
  }

  /** @throws Rejection `document_not_found`, also for a document of another organization */
  async view(access: Pick<KeyAccess, 'organizationId'>, id: string, target?: string): Promise<DocumentView> {
    await this.ownWrites.visibleIn('documents', 'document-status', 'holds');
    const view = await this.queries.find(access.organizationId, id, target);
    if (view === undefined) throw new Rejection('document_not_found');
    return view;
  }
}
