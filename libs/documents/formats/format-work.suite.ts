import type { Segment } from '#libs/text/segments/segment.js';
import type { Work } from '#test/work/linear-work.js';
import { FormatError } from './format.errors.js';
import { type DocumentFormat, defaultMergeOptions, type MergeOptions } from './format.port.js';
import { memoryFile } from './source-file.js';

const common = { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'es' };

/** Counts and reads a file and writes its translation, in which all tags stand behind the words; a file that is refused has an end. */
export const throughFormat =
  (format: DocumentFormat, fileOf: (text: string) => Uint8Array, changes: Partial<MergeOptions> = {}): Work =>
  async (text) => {
    const options = { ...common, ...changes };
    const file = memoryFile(fileOf(text));
    try {
      if (format.skim) for await (const _ of format.skim(file, options));
      const segments: Segment[] = [];
      for await (const batch of format.extract(file, options)) for (const { parts } of batch) segments.push(parts);
      const answers = segments.map((parts) => [
        ...parts
          .filter((part) => 'text' in part)
          .map(({ text: words }) => ({ kind: 'text' as const, text: `${words}x` })),
        ...parts.filter((part) => !('text' in part)),
      ]);
      const translations = (async function* () {
        yield* answers;
        return undefined;
      })();
      for await (const _ of format.merge(file, options, translations));
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
  };
