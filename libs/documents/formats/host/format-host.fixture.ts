import type { Segment } from '#libs/text/segments/segment.js';
import { defaultMergeOptions, type ExtractedSegment, type SourceFile } from '../format.port.js';
import { createFormatHost, type FormatHost, type ThreadUser } from './format-host.js';

export const options = defaultMergeOptions;
const mergeOptions = { ...options, sourceLanguage: 'en', targetLanguage: 'de' };
export const patience = { timeout: 60_000 };

export const misbehaving = new URL('./misbehaving-formats.fixture.ts', import.meta.url);
const hosts: FormatHost[] = [];

/** A host that `closeHosts` closes. */
export const hostOf = (...[settings]: Parameters<typeof createFormatHost>): FormatHost => {
  const host = createFormatHost(settings);
  hosts.push(host);
  return host;
};

export const closeHosts = async (): Promise<void> => {
  await Promise.all(hosts.splice(0).map((host) => host.close()));
};

export const lines = (count: number, text = 'A line of text'): Buffer => Buffer.from(`${text}\n`.repeat(count));

export const user = { organizationId: 'org_1' };

export const extracted = async (
  host: FormatHost,
  file: SourceFile,
  format = 'txt',
  more: Partial<ThreadUser> = {},
): Promise<ExtractedSegment[]> => {
  const segments: ExtractedSegment[] = [];
  for await (const batch of host.extract(format, file, options, { ...user, ...more })) segments.push(...batch);
  return segments;
};

export const merged = async (
  host: FormatHost,
  file: SourceFile,
  translations: AsyncIterator<Segment, undefined>,
): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of host.merge('txt', file, mergeOptions, translations, user)) chunks.push(chunk);
  return Buffer.concat(chunks);
};
