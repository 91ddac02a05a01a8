import { listedFormats } from '#libs/documents/formats/listed-formats.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { readNewestFirst } from '#libs/read-side/read-models/newest-first.js';
import type { PageRequest, Pagination } from '#libs/read-side/read-models/page.js';
import { textIn } from '#libs/read-side/read-models/personal-data.js';
import type { ReadModelQueries } from '#libs/read-side/read-models/read-model-queries.js';
import { holdsOfDocument, isKeptByHold } from '../holds/held-documents.js';
import type { DocumentEntity } from './document.entity.js';
import { type DocumentRow, type DocumentState, type DocumentView, toDocumentView } from './document-view.js';

/** Conditions of a list of documents; one that is undefined holds for all. */
export interface DocumentFilter {
  /** State of the translation that is shown: the newest, or the newest to `target`. */
  status?: DocumentState | undefined;
  /** A variant finds its language too, as which it was read at upload. */
  source?: string | undefined;
  target?: string | undefined;
  /** Time of upload, RFC 3339: from `start`, inclusive, to `end`, exclusive. */
  start?: string | undefined;
  end?: string | undefined;
  /** Reference of the user who uploaded it. */
  uploader?: string | undefined;
}

type SealedName = Pick<DocumentEntity, 'subject' | 'sealed_name' | 'format'>;

type SubjectDocumentRow = SealedName & Pick<DocumentEntity, 'id' | 'size_bytes' | 'status' | 'created_at'>;

/** A document as its uploader is told of it. */
export type SubjectDocument = Omit<SubjectDocumentRow, 'subject' | 'sealed_name'> & { filename: string };

/** A document whose files have expired. */
export interface DueDocument {
  id: string;
  organization_id: string;
}

/** A translation that was requested and has not ended. */
export interface UnfinishedTranslation {
  document_id: string;
  translation_id: string;
  organization_id: string;
  requested_at: string;
  /** Revision of the event that requested it, in the stream of the document. */
  sequence: number;
}

/** Documents of one organization that wait to be translated, and their words. */
export interface WaitingWords {
  organizationId: string;
  documents: number;
  words: number;
}

const lastExpiry = `
  (select max(every.expires_at) from read_model.document_translation every where every.document_id = d.id)`;

const documentWithTranslation = `
  select d.id, d.organization_id, d.subject, d.sealed_name, d.format, d.media_type, d.source_language, d.blob_id,
         d.page_count, d.page_count_source, d.is_counted, d.word_count, d.character_count, d.created_at, d.status,
         ${lastExpiry} as last_expiry, held.is_held, held.last_lifted_at,
         t.translation_id, t.status as translation_status, t.target_language, t.segments_done, t.segments_total,
         t.estimated_completion, t.completed_at, t.failure_code, t.failure_message, t.model,
         t.blob_id as translated_blob_id, t.size_bytes as translated_size_bytes
    from read_model.document d
    left join lateral (
      select * from read_model.document_translation of_document
       where of_document.document_id = d.id and ($3::text is null or of_document.target_language = $3)
       order by of_document.sequence desc limit 1) t on true
   cross join ${holdsOfDocument}
   where d.organization_id = $1 and d.id = $2 and ($4::text is null or d.subject = $4)`;

const documentsWithTranslations = `
  select d.id, d.organization_id, d.subject, d.sealed_name, d.format, d.media_type, d.source_language, d.blob_id,
         d.page_count, d.page_count_source, d.is_counted, d.word_count, d.character_count, d.created_at, d.status,
         ${lastExpiry} as last_expiry, held.is_held, held.last_lifted_at,
         t.translation_id, t.status as translation_status, t.target_language, t.segments_done, t.segments_total,
         t.estimated_completion, t.completed_at, t.failure_code, t.failure_message, t.model,
         t.blob_id as translated_blob_id, t.size_bytes as translated_size_bytes
    from read_model.document d
    join lateral (
      select * from read_model.document_translation of_document
       where of_document.document_id = d.id and ($2::text is null or of_document.target_language = $2)
       order by of_document.sequence desc limit 1) t on true
   cross join ${holdsOfDocument}
   where d.organization_id = $1
     and ($3::text is null or $3 = case when d.status = 'expired' then 'expired' else t.status end)
     and ($4::text is null or d.source_language in ($4, split_part($4, '-', 1)))
     and ($5::timestamptz is null or d.created_at >= $5)
     and ($6::timestamptz is null or d.created_at < $6)
     and ($7::text is null or d.subject = $7)`;

const countOfFiltered = `select count(*) as total from (${documentsWithTranslations} limit 100000) as filtered`;

const dueDocuments = `
  select d.id, d.organization_id
    from read_model.document d
   where d.status = 'active' and d.expires_at <= $1
     and not exists (
       select from read_model.document_translation t
        where t.document_id = d.id and (t.status = 'processing' or t.expires_at > $1))
     and not ${isKeptByHold('$1::timestamptz')}
   order by d.expires_at
   limit $2`;

const activeAmong = `select id from read_model.document where id = any($1) and status = 'active'`;

const ownersOfTranslations = `
  select translation_id as "translationId", organization_id as "organizationId"
    from read_model.document_translation where translation_id = any($1)`;

const unfinishedTranslations = `
  select document_id, translation_id, organization_id, requested_at, sequence
    from read_model.document_translation
   where status = 'processing' and requested_at <= $1
   order by requested_at
   limit $2`;

const isUnfinished = `
  select exists (
    select from read_model.document_translation where translation_id = $1 and status = 'processing') as found`;

const waitingWords = `
  select d.organization_id as "organizationId", count(*)::int as documents,
         sum(d.word_count * (1 - t.segments_done::float8 / greatest(t.segments_total, 1)))::float8 as words
    from read_model.document_translation t
    join read_model.document d on d.id = t.document_id
   where t.status = 'processing'
   group by d.organization_id
   order by d.organization_id`;

const documentsOfSubject = `
  select d.id, d.subject, d.sealed_name, d.format, d.size_bytes, d.status, d.created_at
    from read_model.document d
   where d.organization_id = $1 and d.subject = $2`;

/** Reads `document`, `document_translation` and `hold`: a reader of its own write has to wait for all three projections. */
export class DocumentQueries {
  constructor(
    private readonly readModels: ReadModelQueries,
    private readonly subjectKeys: Pick<SubjectKeys, 'open'>,
  ) {}

  /**
   * Finds the document with its newest translation, or its newest to `targetLanguage` (`translation_id` is then
   * null when there is none). Undefined for an id that the organization does not have, or not from `uploader`, a reference.
   */
  async find(
    organizationId: string,
    documentId: string,
    targetLanguage?: string,
    uploader?: string,
  ): Promise<DocumentView | undefined> {
    const [row] = await this.readModels.query<DocumentRow[]>(documentWithTranslation, [
      organizationId,
      documentId,
      targetLanguage ?? null,
      uploader ?? null,
    ]);
    if (row === undefined) return undefined;
    return this.viewOf(row);
  }

  /**
   * Lists documents, newest first, each with the translation that `find` would show. A filtered list is counted up to
   * 100,000.
   * @throws Rejection `invalid_request` when the cursor is not of this list
   */
  async list(
    organizationId: string,
    { target, status, source, start, end, uploader }: DocumentFilter,
    page: PageRequest,
  ): Promise<{ documents: DocumentView[]; pagination: Pagination }> {
    const filter = [target, status, source, start, end, uploader].map((value) => value ?? null);
    const list = {
      name: 'documents',
      table: 'read_model.document',
      select: documentsWithTranslations,
      alias: 'd',
      values: [organizationId, ...filter] as const,
      ...(filter.every((value) => value === null) ? {} : { count: countOfFiltered }),
    };
    const { rows, pagination } = await readNewestFirst<DocumentRow>(this.readModels, list, page);
    const documents = await Promise.all(rows.map((row) => this.viewOf(row)));
    return { documents, pagination };
  }

  /** Lists the documents that a user uploaded, by its reference, newest first. */
  async ofSubject(
    organizationId: string,
    subject: string,
    page: PageRequest,
  ): Promise<{ documents: SubjectDocument[]; pagination: Pagination }> {
    const list = {
      name: 'documents_of_subject',
      table: 'read_model.document',
      select: documentsOfSubject,
      alias: 'd',
      values: [organizationId, subject] as const,
      count: `select count(*) as total from (${documentsOfSubject}) as counted`,
    };
    const { rows, pagination } = await readNewestFirst<SubjectDocumentRow>(this.readModels, list, page);
    const opened = await Promise.all(rows.map((row) => this.nameOf(row)));
    const documents = rows.map(({ sealed_name: _, subject: __, ...row }, index) => ({
      ...row,
      filename: opened[index] ?? '',
    }));
    return { documents, pagination };
  }

  /** Active documents of which every translation has ended and expired by `now`, and which no hold keeps; the longest due first. */
  due(now: string, limit: number): Promise<DueDocument[]> {
    return this.readModels.query<DueDocument[]>(dueDocuments, [now, limit]);
  }

  /** Those of the ids that are of active documents. */
  async active(ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.readModels.query<{ id: string }[]>(activeAmong, [ids]);
    return new Set(rows.map(({ id }) => id));
  }

  /** The organizations of these translations, of expired and deleted documents too as long as they are listed. */
  async ownersOfTranslations(ids: readonly string[]): Promise<Map<string, string>> {
    type Row = { translationId: string; organizationId: string };
    const rows = await this.readModels.query<Row[]>(ownersOfTranslations, [ids]);
    return new Map(rows.map(({ translationId, organizationId }) => [translationId, organizationId]));
  }

  /** Unfinished translations, oldest first, which a sweep gives back to the workers. */
  unfinished(requestedBefore: string, limit: number): Promise<UnfinishedTranslation[]> {
    return this.readModels.query<UnfinishedTranslation[]>(unfinishedTranslations, [requestedBefore, limit]);
  }

  /** Whether a translation was requested and has not ended. */
  async isUnfinished(translationId: string): Promise<boolean> {
    const [row] = await this.readModels.query<{ found: boolean }[]>(isUnfinished, [translationId]);
    return row?.found === true;
  }

  /** Unfinished translations by language pair, and their words, less those of the segments that are done. */
  waitingWords(): Promise<WaitingWords[]> {
    return this.readModels.query<WaitingWords[]>(waitingWords);
  }

  private async viewOf(row: DocumentRow): Promise<DocumentView> {
    return toDocumentView(row, await this.nameOf(row));
  }

  /** The name of the file as it was uploaded; of an erased uploader `document`, with what the format usually ends with. */
  private async nameOf({ subject, sealed_name, format }: SealedName): Promise<string> {
    const opened = await this.subjectKeys.open(subject, sealed_name);
    if (opened !== null) return textIn(opened, 'filename');
    const [extension = format] = listedFormats.find(({ id }) => id === format)?.extensions ?? [];
    return `document.${extension}`;
  }
}
