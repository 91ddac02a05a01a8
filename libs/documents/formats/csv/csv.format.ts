import { textFormat } from '../text/text-format.js';
import { CsvWalker } from './csv.walker.js';

export const csvFormat = textFormat({
  name: 'csv',
  mediaType: 'text/csv',
  extensions: ['csv', 'tsv'],
  options: ['keys', 'include_source'],
  walker: ({ languages }, { keys }, merging) =>
    new CsvWalker(keys, merging?.includeSource ? languages?.source : undefined),
});
