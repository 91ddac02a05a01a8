import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

/** The version of the service, as its documents show it. */
export const serviceVersion = (): string => {
  const manifest = findPackageJSON('..', import.meta.url);
  if (manifest === undefined) throw new Error('The service has no package.json');
  const { version }: { version?: unknown } = JSON.parse(readFileSync(manifest, 'utf8'));
  return String(version);
};
