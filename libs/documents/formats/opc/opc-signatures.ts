import type { MergeOptions } from '#libs/documents/formats/format.port.js';
import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlEdit } from '#libs/documents/formats/xml/xml-splice.js';
import {
  changesLanguage,
  noSignatures,
  signatureRemoved,
  type Unsigning,
} from '#libs/documents/formats/zip/unsigning.js';
import type { ZipEntry } from '#libs/documents/formats/zip/zip.records.js';
import type { ZipArchive } from '#libs/documents/formats/zip/zip-archive.js';
import { relationshipsOf, relationshipsPart } from './opc-relationships.js';
import { partTokens } from './part-tokens.js';
import { rewrittenPart } from './rewritten-part.js';

/** Relationships to the origin of signatures, to these and to their certificates (ECMA-376 part 2). */
const signing = new Set(['origin', 'signature', 'certificate']);
const signingType = /\/package\/2006\/relationships\/digital-signature\//;

/** Takes the signatures out of an Office document that is translated to another language. */
export const unsigning = async (
  archive: ZipArchive,
  options: Pick<MergeOptions, 'sourceLanguage' | 'targetLanguage'>,
): Promise<Unsigning> => {
  const signatures = changesLanguage(options) ? await signatureParts(archive) : new Set<ZipEntry>();
  if (signatures.size === 0) return noSignatures;
  const names = new Set([...signatures].map(({ name }) => `/${name.toLowerCase()}`));
  const naming = new Map<ZipEntry | undefined, (attributes: Attributes) => boolean>([
    [archive.find(relationshipsPart('')), (attributes) => signingType.test(attributeOf(attributes, 'Type') ?? '')],
    [
      archive.find('[Content_Types].xml'),
      (attributes) => names.has((attributeOf(attributes, 'PartName') ?? '').toLowerCase()),
    ],
  ]);
  return {
    warnings: [signatureRemoved],
    rewrite: (entry) => {
      if (signatures.has(entry)) return Promise.resolve('removed');
      const isDropped = naming.get(entry);
      return isDropped && rewrittenPart(archive, entry, withoutElements(archive, entry, isDropped));
    },
  };
};

/** The parts that only the signatures of a package have. */
const signatureParts = async (archive: ZipArchive): Promise<Set<ZipEntry>> => {
  const found = new Set<ZipEntry>();
  const add = async (part: string): Promise<void> => {
    for (const { type, target } of await relationshipsOf(archive, part)) {
      const entry = archive.find(target);
      if (!signing.has(type) || entry === undefined || found.has(entry)) continue;
      found.add(entry);
      const relationships = archive.find(relationshipsPart(entry.name));
      if (relationships !== undefined) found.add(relationships);
      await add(entry.name);
    }
  };
  await add('');
  return found;
};

type Attributes = Parameters<typeof attributeOf>[0];

/** The edits that take out elements, each with all that is in it. */
async function* withoutElements(
  archive: ZipArchive,
  entry: ZipEntry,
  isDropped: (attributes: Attributes) => boolean,
): AsyncGenerator<XmlEdit, void> {
  let start = 0;
  let depth = 0;
  for await (const tokens of partTokens(archive, entry)) {
    for (const token of tokens) {
      if (token.kind === 'open' && (depth > 0 || isDropped(token.attributes))) {
        if (depth === 0) start = token.start;
        depth += 1;
      } else if (token.kind === 'close' && depth > 0) {
        depth -= 1;
        if (depth === 0) yield { start, end: token.end, text: '' };
      }
    }
  }
}
