import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type DocumentFields, type Query, type Transledger, TransledgerError } from '@transledger/sdk';
import { writeWhole } from '../received-file.js';
import type { SourceFile } from './source-files.js';
import type { FileState, TranslationState } from './translation-state.js';

export interface FileRequest {
  fields: DocumentFields;
  /** Query of the download. */
  download: Query<'downloadDocument'>;
  /** Hash of all that makes the translation what it is, beside the file. */
  options: string;
  signal: AbortSignal;
}

export interface TranslatedFile {
  status: 'translated' | 'unchanged';
  documentId: string;
  bytes: number;
}

/** SHA-256 of a file, in hex. */
export const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

/** Whether the translation of a state is where it was written. */
export const isThere = async (state: FileState, { output }: SourceFile): Promise<boolean> =>
  state.step === 'done' && (await stat(output).catch(() => undefined))?.size === state.bytes;

/** Codes of a document that cannot be had any more, or that failed: it is uploaded anew. */
const goneCodes: readonly string[] = ['document_not_found', 'document_expired', 'not_found', 'processing_failed'];

const isGone = (error: unknown): boolean => error instanceof TransledgerError && goneCodes.includes(error.code);

/** Translates one file, or goes on with what an earlier run has begun. */
export class FileTranslation {
  constructor(
    private readonly client: Transledger,
    private readonly state: TranslationState,
    private readonly request: FileRequest,
  ) {}

  async translate(file: SourceFile, onProgress: (share: number) => void): Promise<TranslatedFile> {
    const { options } = this.request;
    const sha256 = await hashOf(file.path);
    const before = this.state.of(file.key, options);
    const same = before?.sha256 === sha256 && before.step !== 'failed' ? before : undefined;
    if (same !== undefined && (await isThere(same, file)))
      return { status: 'unchanged', documentId: same.document_id ?? '', bytes: same.bytes ?? 0 };
    if (same?.document_id !== undefined) {
      try {
        return await this.receive(file, same, onProgress);
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    }
    const key = same?.document_id === undefined && same !== undefined ? same.key : randomUUID();
    return this.upload(file, { file: file.key, sha256, options, step: 'begun', key }, onProgress);
  }

  private async upload(file: SourceFile, begun: FileState, onProgress: (share: number) => void) {
    const { fields, signal } = this.request;
    await this.state.put(begun);
    const job = await this.client.documents.translate(
      await openAsBlob(file.path),
      { ...fields, filename: basename(file.path) },
      { idempotencyKey: begun.key, signal },
    );
    const uploaded: FileState = { ...begun, step: 'uploaded', document_id: job.id };
    await this.state.put(uploaded);
    try {
      return await this.receive(file, uploaded, onProgress);
    } catch (error) {
      if (isGone(error)) await this.state.put({ ...uploaded, step: 'failed' });
      throw error;
    }
  }

  private async receive(
    file: SourceFile,
    state: FileState,
    onProgress: (share: number) => void,
  ): Promise<TranslatedFile> {
    const { fields, download, signal } = this.request;
    const { target } = fields;
    const documentId = state.document_id ?? '';
    const job = this.client.documents.resume(documentId, { target });
    for await (const { progress } of job.progress({ signal })) onProgress(progress / 100);
    const received = await this.client.documents.download(documentId, { target, ...download }, { signal });
    const bytes = await writeWhole(file.output, received);
    await this.state.put({ ...state, step: 'done', bytes });
    return { status: 'translated', documentId, bytes };
  }
}
