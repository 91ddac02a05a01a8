import type { Table } from '../report-content.js';

/** Data that the service processes by its design, and how it keeps them. */
export const dataCategories: Table = {
  title: 'Data by category',
  columns: [
    { name: 'Data', align: 'start' },
    { name: 'Of whom', align: 'start' },
    { name: 'Where it is kept', align: 'start' },
  ],
  rows: [
    [
      'Texts of requests and their translations',
      'whoever they are about',
      'in memory; with an idempotency key the answer is kept encrypted for a time',
    ],
    [
      'Documents, their translations and names',
      'whoever they are about',
      'encrypted, until retention or deletion removes them',
    ],
    [
      'Users behind acts, addresses and agents of callers',
      'users of the organization',
      'sealed in the audit log, each subject with a key of its own',
    ],
    [
      'Accounts: address of mail, name, password',
      'users who sign in',
      'sealed with the key of the user; of the password a hash alone',
    ],
    [
      'Names of keys, glossaries and of the organization, certifications, reasons, lists of addresses',
      'whoever they name',
      'in clear in the events',
    ],
    ['Entries of glossaries', 'whoever they name', 'encrypted, until the glossary is deleted'],
    ['Addresses and secrets of webhooks', 'receivers', 'encrypted, in no event'],
  ],
};
