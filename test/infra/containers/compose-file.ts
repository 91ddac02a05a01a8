import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectRoot } from '#test/project-root.js';

export interface Service {
  image: string;
  build?: { context: string; dockerfile: string; target: string };
  command?: string[];
  entrypoint?: string[];
  environment?: Record<string, string>;
  secrets?: string[];
  volumes?: string[];
  tmpfs?: string[];
  ports?: string[];
  networks: string[] | Record<string, { ipv4_address?: string }>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test?: string[]; disable?: boolean };
  read_only?: boolean;
  privileged?: boolean;
  cap_add?: string[];
  cap_drop?: string[];
  security_opt?: string[];
  restart: string;
  stop_grace_period: string;
  deploy: { replicas?: string; resources: { limits: Record<string, string | number> } };
}

interface ComposeFile {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean; ipam?: { config: { subnet: string }[] } }>;
  volumes: Record<string, null>;
  secrets: Record<string, { file: string }>;
}

/** Path of the compose file's folder in the project. */
export const composeFolder = 'infra/compose';

/** Replaces `${NAME:-default}` by the variable of the environment, and `$$` by `$`. */
const interpolated = (text: string, environment: Record<string, string>): string =>
  text.replaceAll(/\$\$|\$\{(\w+):-([^}]*)\}/g, (found, name?: string, fallback?: string) =>
    found === '$$' || name === undefined ? '$' : environment[name] || (fallback ?? ''),
  );

/** Reads the compose file as Docker Compose does, with the variables of an environment. */
export const readCompose = (environment: Record<string, string> = {}): ComposeFile => {
  const text = readFileSync(join(projectRoot, composeFolder, 'compose.yaml'), 'utf8');
  const file: ComposeFile = parse(interpolated(text, environment), { merge: true });
  for (const service of Object.values(file.services)) {
    const variables = Object.entries(service.environment ?? {});
    service.environment = Object.fromEntries(variables.map(([name, value]) => [name, String(value)]));
  }
  return file;
};

export const networksOf = ({ networks }: Service): string[] =>
  Array.isArray(networks) ? networks : Object.keys(networks);
