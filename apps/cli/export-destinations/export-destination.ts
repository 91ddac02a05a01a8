/** A file, or an object, that is written from the beginning to the end. */
export interface ExportTarget {
  append(bytes: Uint8Array): Promise<void>;
  /** Gives it its name, as it is whole. */
  finish(): Promise<void>;
  /** Ends without. */
  discard(): Promise<void>;
}

/** Where an export goes, and the file beside it that says how far the exports to that place have come. */
export interface ExportDestination {
  open(): Promise<ExportTarget>;
  /** Undefined where there is none yet. */
  readPlaces(): Promise<string | undefined>;
  writePlaces(text: string): Promise<void>;
  close(): void;
}

/** Name of the file with the places. */
export const placesName = '.audit-exports.json';
