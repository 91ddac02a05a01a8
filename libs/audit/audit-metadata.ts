/** Metadata of an entry. It is flat, so that sorting the keys makes it canonical. */
export type AuditMetadata = Record<string, string | number | boolean | null | readonly string[]>;
