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
   * for everybody who asks. It says nothing about the user. After an erasure there is a new one.
   */
  subjectFor(organizationId: string, userId: string): Promise<string>;
  /** The reference, where there is one. */
  find(organizationId: string, userId: string): Promise<string | undefined>;
  /**
   * URL-safe text of about 4/3 of the JSON's length and 40 characters. The same data sealed again within a minute
   * may give the same text.
   * @throws SubjectErasedError
   */
  seal(subject: string, data: JsonObject): Promise<string>;
  /**
   * Null: the subject was erased.
   * @throws SealBrokenError when the text was changed or sealed for another subject
   */
  open(subject: string, sealed: string): Promise<JsonObject | null>;
  /** As `open`, in the order given, with one look-up for all. */
  openMany(items: readonly SealedData[]): Promise<(JsonObject | null)[]>;
  /** Destroys key and look-up for good. False when there was nothing. */
  erase(organizationId: string, userId: string): Promise<boolean>;
}

/** Nothing can be sealed for a subject that was erased, or that never was. Ask for the reference again. */
export class SubjectErasedError extends Error {
  override readonly name = 'SubjectErasedError';
  constructor() {
    super('The data subject was erased');
  }
}
