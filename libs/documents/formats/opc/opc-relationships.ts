import { attributeOf } from '../xml/xml-attributes.js';
import type { ZipArchive } from '../zip/zip-archive.js';
import { openTags } from './part-tokens.js';

/** Namespaces of relationships, transitional and strict, and those of later editions and of the package itself. */
const relationshipNamespace =
  /^http:\/\/(?:schemas\.openxmlformats\.org\/(?:officeDocument\/2006\/relationships|package\/2006\/relationships\/(?:metadata|digital-signature))|purl\.oclc\.org\/ooxml\/officeDocument\/relationships|schemas\.microsoft\.com\/office\/20\d\d\/(?:\d\d\/)?relationships)\//;

const relationshipType = (uri: string): string | undefined => {
  const namespace = relationshipNamespace.exec(uri)?.[0];
  return namespace === undefined ? undefined : uri.slice(namespace.length);
};

/** A relationship to another part of the same package (ECMA-376 part 2). */
export interface OpcRelationship {
  id: string;
  /** The last step of its type in the namespace of Office, such as `header`. */
  type: string;
  /** The name of the part, without the leading slash. */
  target: string;
}

/** The name of the part that holds the relationships of a part. */
export const relationshipsPart = (part: string): string => {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  return `${folder}_rels/${part.slice(folder.length)}.rels`;
};

/** Relationships of Office inside the package. `part` is empty for those of the package itself. */
export const relationshipsOf = async (archive: ZipArchive, part: string): Promise<OpcRelationship[]> => {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const entry = archive.find(relationshipsPart(part));
  const relationships: OpcRelationship[] = [];
  if (entry === undefined) return relationships;
  for await (const { local, attributes } of openTags(archive, entry)) {
    const type = relationshipType(attributeOf(attributes, 'Type') ?? '');
    const target = attributeOf(attributes, 'Target');
    if (local !== 'Relationship' || type === undefined || target === undefined) continue;
    if (attributeOf(attributes, 'TargetMode') === 'External') continue;
    relationships.push({ id: attributeOf(attributes, 'Id') ?? '', type, target: resolve(folder, target) });
  }
  return relationships;
};

const resolve = (folder: string, target: string): string => {
  const path: string[] = [];
  for (const step of (target.startsWith('/') ? target : `${folder}${target}`).split('/')) {
    if (step === '..') path.pop();
    else if (step !== '' && step !== '.') path.push(step);
  }
  const name = path.join('/');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};
