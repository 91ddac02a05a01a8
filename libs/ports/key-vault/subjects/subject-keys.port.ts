import type { JsonObject } from '#libs/domain/json.js';

export interface SealedData {
  subject: string;
  sealed: string;
}

/**
 * Personal data in events are encrypted with a key of the person's own. Erasing the person destroys the
 * key: what was sealed stays where it is, byte by byte, and nobody can read it any more. An erasure by
 * another process may go unnoticed for up to 2 s.
 */
export interface SubjectKeys {
  /**
   * Reference of a user of an organization, `sub_` and 26 random characters; made on first use, the same
   * for every caller. It reveals nothing about the user. After an erasure there is a new one.
   */
  subjectFor(organizationId: string, userId: string): Promise<string>;
  /** The reference, undefined where there is none. */
  find(organizationId: string, userId: string): Promise<string | undefined>;
  /**
   * Seals data as URL-safe text of about 4/3 of the JSON's length and 40 characters. Data sealed again within a minute
   * may give the same text.
   * @throws SubjectErasedError
   */
  seal(subject: string, data: JsonObject): Promise<string>;
  /**
   * Opens sealed data; null: the subject was erased.
   * @throws SealBrokenError when the text was changed or sealed for another subject
   */
  open(subject: string, sealed: string): Promise<JsonObject | null>;
  /** Opens many texts as `open` does, in the order given, with one look-up for all. */
  openMany(items: readonly SealedData[]): Promise<(JsonObject | null)[]>;
  /** Destroys key and look-up for good. Returns false when there was nothing. */
  erase(organizationId: string, userId: string): Promise<boolean>;
}

/** Nothing can be sealed for a subject that was erased or never existed. Ask for the reference again. */
export class SubjectErasedError extends Error {
  override readonly name = 'SubjectErasedError';
  constructor() {
    super('The data subject was erased');
  }
}
