export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Quotes each part of `schema.table` or `table`. */
export const quoteTable = (table: string): string => table.split('.').map(quoteName).join('.');
