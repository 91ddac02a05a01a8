export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** `schema.table` or `table`, each part quoted. */
export const quoteTable = (table: string): string => table.split('.').map(quoteName).join('.');
