/** Whose bytes a file is. */
export interface FileOwner {
  organizationId: string;
  /** Files of one document that are equal are stored once; of a file without it there are as many as are put. */
  documentId?: string;
}

export interface Wanted {
  /** Name of the execution: what an earlier one has reserved for the same file is taken over, and not counted again. */
  execution: string;
  /** Bytes that the file has to have in all. */
  atLeast: number;
  /** Bytes that are reserved where there is room for them, to be asked less often. */
  upTo: number;
}

/** A file that is complete. */
export interface StoredContent {
  size: number;
  sha256: string;
}

/** Bytes of an organization, reserved ones too; a limit of 0 is none. */
export interface StoredBytesState {
  used: number;
  limit: number;
}

/** A file whose writing or deletion was begun long ago and has not ended. */
export interface UnsettledFile {
  blobId: string;
  organizationId: string;
  /** Name under which its content lies: another one's where the two are equal. */
  contentId: string;
  /** Whether it was deleted. */
  isReleased: boolean;
}

/** A file that shares the content of another one of its document. */
export interface KeptFile {
  blobId: string;
  documentId: string;
}

/**
 * Bytes that are stored of each organization, file by file. All processes count together, and what was reserved by one
 * that died counts until it is known what became of the file.
 */
export interface StoredBytes {
  /**
   * Sees to it that the file has bytes reserved before they are written. Returns how many it has.
   * @throws StorageExceededError
   */
  reserve(owner: FileOwner, blobId: string, wanted: Wanted): Promise<number>;
  /**
   * Replaces what is reserved and stored of a file by its size. Returns the name under which its content lies: that of
   * an equal file of its document, where there is one. What was written under its own name then still counts until
   * `giveBack`.
   */
  settle(owner: FileOwner, blobId: string, content: StoredContent): Promise<string>;
  /** Gives back what is reserved for a file; by name of an execution only what that one has reserved. */
  giveBack(blobId: string, execution?: string): Promise<void>;
  /** The name under which the content of a file lies, itself where nothing is known of it; undefined once it is deleted. */
  contentOf(blobId: string): Promise<string | undefined>;
  /** Lets no other file share the content of this one from now on, and returns those that do. */
  unshare(blobId: string): Promise<string[]>;
  /** Notes that the content of `blobId` was copied to `sharerId`, which the other sharers now share. */
  moved(blobId: string, sharerId: string): Promise<void>;
  /** Deletes a file: it is not found any more. Returns the names whose content nobody needs. */
  release(blobId: string): Promise<string[]>;
  /** Gives back the bytes of contents that are not there any more, once they were released. */
  gone(blobIds: readonly string[]): Promise<void>;
  /** Files that keep the content of a deleted one, which nobody has changed since; the longest ago first. */
  sharersOfReleased(time: Date, limit: number): Promise<KeptFile[]>;
  state(organizationId: string): Promise<StoredBytesState>;
  /** Those of the files of which nothing is counted. */
  uncounted(blobIds: readonly string[]): Promise<string[]>;
  /** Counts a file that was stored without being counted. One that is counted already is left as it is. */
  adopt(owner: FileOwner, blobId: string, content: StoredContent): Promise<void>;
  /** Notes that a file is still to come, for which bytes are reserved. */
  keepReserved(blobId: string): Promise<void>;
  /** Files whose writing or deletion has not ended, and that nobody has changed since; the oldest first. */
  unsettledSince(time: Date, limit: number): Promise<UnsettledFile[]>;
  /** Adds up the sums anew from the files. */
  recount(): Promise<void>;
}
