import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of the service, as its documents tell it. */
export const serviceVersion = (): string => {
  const text = readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8');
  const parsed: { version?: unknown } = JSON.parse(text);
  return String(parsed.version);
};
