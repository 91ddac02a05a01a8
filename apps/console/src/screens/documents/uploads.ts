import type { DocumentFields } from '@transledger/sdk';

export interface Upload {
  id: number;
  /** The person who gave it: nobody else sends it, whoever signs in meanwhile. */
  owner: string;
  name: string;
  file: File;
  fields: DocumentFields;
  /** The same for each of its attempts: a file that came in all the same makes no second document. */
  key: string;
  state: 'waiting' | 'uploading' | 'failed';
  error?: unknown;
}

/** Sends a file. */
export type Send = (upload: Pick<Upload, 'name' | 'file' | 'fields' | 'key'>) => Promise<void>;

const maxAtATime = 2;

const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Uploads files, some beside each other. Those that fail stay, to be tried again; those that have come in are in the list of documents. */
export class Uploads {
  private uploads: readonly Upload[] = [];
  private begun = 0;
  private readonly listeners = new Set<() => void>();

  /** @param owner - who is signed in */
  constructor(
    private readonly owner: () => string | undefined,
    private readonly send: Send,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): readonly Upload[] => this.uploads;

  add(file: File, fields: DocumentFields): void {
    const owner = this.owner();
    if (owner === undefined) return;
    this.begun += 1;
    const key = randomKey();
    this.set([...this.uploads, { id: this.begun, owner, name: file.name, file, fields, key, state: 'waiting' }]);
    this.next();
  }

  again(id: number): void {
    this.change(id, { state: 'waiting', error: undefined });
    this.next();
  }

  /** Takes one from the list that failed, or has not begun. */
  leave(id: number): void {
    this.set(this.uploads.filter((upload) => upload.id !== id || upload.state === 'uploading'));
  }

  private next(): void {
    const owner = this.owner();
    this.set(this.uploads.filter((upload) => upload.owner === owner || upload.state === 'uploading'));
    const underWay = this.uploads.filter(({ state }) => state === 'uploading').length;
    const waiting = this.uploads.filter(({ state }) => state === 'waiting').slice(0, maxAtATime - underWay);
    for (const upload of waiting) void this.upload(upload);
  }

  private async upload(upload: Upload): Promise<void> {
    this.change(upload.id, { state: 'uploading' });
    try {
      await this.send(upload);
      this.set(this.uploads.filter(({ id }) => id !== upload.id));
    } catch (error) {
      this.change(upload.id, { state: 'failed', error });
    }
    this.next();
  }

  private change(id: number, changes: Partial<Upload>): void {
    this.set(this.uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
  }

  private set(uploads: readonly Upload[]): void {
    this.uploads = uploads;
    for (const listener of this.listeners) listener();
  }
}
