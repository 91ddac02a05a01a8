import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../project-root.js';

/** Path of a server or a tool that was installed for this project alone. */
export const inProject = (name: string): string => join(projectRoot, '.servers', name);

/** Files that each server cannot start without. */
const needs = {
  kafka: ['/usr/bin/java', inProject('kafka-4.1.0')],
  'kafka-3.9': ['/usr/bin/java', inProject('kafka-3.9.1')],
  redis: ['/usr/bin/redis-server'],
  pgbouncer: ['/usr/sbin/pgbouncer'],
  s3: ['/usr/bin/java', inProject('s3proxy-2.9.0')],
  litewitness: ['/usr/bin/ssh-agent', inProject('litewitness-0.9.0/litewitness')],
  'tlog-client': [inProject('tlog-client-2/tlog-client')],
  triton: ['/usr/bin/python3', inProject('triton-2.51'), inProject('triton-python')],
  libreoffice: ['/usr/lib/libreoffice/program/libswdlo.so', '/usr/lib/libreoffice/program/libsddlo.so'],
  apertium: ['/usr/share/apertium/modes'],
  schemathesis: ['/usr/bin/python3', inProject('schemathesis-4.32.5')],
  'openapi-tools': [inProject('openapi-tools-1')],
  'package-tools': [inProject('package-tools-1')],
  'asyncapi-tools': [inProject('asyncapi-tools-1')],
  orval: [inProject('orval-8.38.0'), inProject('openapi-tools-1')],
  'python-clients': ['/usr/bin/python3', inProject('python-clients-1')],
  'openapi-generator': ['/usr/bin/java', inProject('openapi-generator-7.25.0')],
  maven: ['/usr/bin/javac', '/usr/bin/mvn'],
  'marian-tools': [inProject('marian-tools-1')],
  'message-tools': [inProject('message-tools-2')],
  helm: [inProject('helm-4.1.4')],
  verapdf: ['/usr/bin/java', inProject('verapdf-1.28.2')],
  poppler: ['/usr/bin/pdftotext', '/usr/bin/pdfinfo'],
  tesseract: ['/usr/bin/tesseract', '/usr/bin/pdftoppm', '/usr/share/tesseract-ocr/5/tessdata/eng.traineddata'],
  jq: ['/usr/bin/jq'],
  chromium: ['/usr/bin/chromium', inProject('browser-tools-2')],
  promtool: [inProject('promtool-2.42')],
  'kubernetes-schemas': ['/usr/bin/python3', inProject('kubernetes-schemas-1.37')],
} as const;

export type ServerName = keyof typeof needs;

/** The servers that a whole cluster runs on, as the commands install them that start one. */
export const clusterServers = ['kafka', 'redis', 's3', 'triton', 'apertium'] as const satisfies ServerName[];

/** The folders that the project itself must have installed for a server. */
export const projectFoldersOf = (server: ServerName): string[] =>
  needs[server].filter((file) => file.startsWith(inProject('')));

/** The servers that are not installed here. */
export const missingServers = (servers: readonly ServerName[]): ServerName[] =>
  servers.filter((server) => needs[server].some((file) => !existsSync(file)));

/** Fails a spec that cannot do without these servers or tools, where one is missing. */
export const requireServers = (servers: readonly ServerName[]): void => {
  const missing = missingServers(servers);
  if (missing.length > 0)
    throw new Error(`Not installed here: ${missing.join(', ')}. npm run test:contracts installs what its tests need.`);
};
