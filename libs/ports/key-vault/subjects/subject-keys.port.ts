import type { JsonObject } from '#libs/domain/json.js';

export interface SealedData {
  subject: string;
  sealed: string;
}

/** How a data subject is named: a user by an id, a caller's address by its one spelling. */
export type SubjectType = 'user' | 'ip_address';

/** Personal values by name, and the subject whose key seals them. */
export interface PersonalLayer {
  subject: string;
  values: Record<string, string>;
}

export interface SealedPersonalData {
  sealed: string;
  /** Commitments to the values of all layers, by name: SHA-256 of a salt and the value, in base64. */
  commitments: Record<string, string>;
}

/** Fields that an opened layer of personal data has beside its values. */
export interface OpenedLayer {
  /** The salt of each value's commitment, in base64. */
  salts?: Record<string, string>;
  /** The next layer, sealed for another subject. */
  inner?: string;
}

/**
 * Personal data in events are encrypted with a key of the person's own. Erasing the person destroys the
 * key: what was sealed stays where it is, byte by byte, and nobody can read it any more. An erasure by
 * another process may go unnoticed for up to 2 s.
 */
export interface SubjectKeys {
  /**
   * Reference of a data subject of an organization, a user where no type is given: `sub_` and 26 random characters; made on first use, the same
   * for every caller. It reveals nothing about the subject. After an erasure there is a new one.
   */
  subjectFor(organizationId: string, id: string, type?: SubjectType): Promise<string>;
  /** The reference, undefined where there is none. A subject is a user where no type is given. */
  find(organizationId: string, id: string, type?: SubjectType): Promise<string | undefined>;
  /** The references of users, by their ids, with one look-up; those who have none are left out. */
  findMany(organizationId: string, ids: readonly string[]): Promise<Map<string, string>>;
  /**
   * Seals data as URL-safe text of about 4/3 of the JSON's length and 40 characters. Data sealed again within a minute
   * may give the same text.
   * @throws SubjectErasedError
   */
  seal(subject: string, data: JsonObject): Promise<string>;
  /**
   * Seals personal values with a salt for each, and commits to them. The first layer is the outermost; the others lie
   * inside, so that none opens without those around it. `open` gives the values of a layer and its `OpenedLayer`. The
   * same layers sealed again within a minute may give the same text and commitments.
   * @throws SubjectErasedError
   */
  sealPersonal(layers: readonly PersonalLayer[]): Promise<SealedPersonalData>;
  /**
   * Opens sealed data; null: the subject was erased.
   * @throws SealBrokenError when the text was changed or sealed for another subject
   */
  open(subject: string, sealed: string): Promise<JsonObject | null>;
  /** Opens many texts as `open` does, in the order given, with one look-up for all. */
  openMany(items: readonly SealedData[]): Promise<(JsonObject | null)[]>;
  /** Destroys the key and the look-up of a reference for good. Returns false when there was nothing. */
  destroy(subject: string): Promise<boolean>;
  /**
   * Removes what the store still has of keys that were destroyed. Where its log is not ours to remove, that remains.
   * May be run again, and while others read and write.
   * @throws KeysNotPurgedError while something keeps it
   */
  purge(): Promise<void>;
}

/** Nothing can be sealed for a subject that was erased or never existed. Ask for the reference again. */
export class SubjectErasedError extends Error {
  override readonly name = 'SubjectErasedError';
  constructor() {
    super('The data subject was erased');
  }
}

/** Copies of destroyed keys are still in the store, kept by something that reads it. Try again later. */
export class KeysNotPurgedError extends Error {
  override readonly name = 'KeysNotPurgedError';
  constructor() {
    super('The log of the database is kept, with keys in it that were destroyed: by a backup under way, or a standby');
  }
}
