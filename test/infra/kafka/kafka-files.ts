import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#test/project-root.js';

interface TopicFile {
  prefix: string;
  replicas: number;
  config: Record<string, string>;
  topics: { name: string; partitions: number; config: Record<string, string> }[];
}

interface AclFile {
  prefix: string;
  roles: { role: string; allow: { resource: 'topic' | 'group'; name: string; operations: string[] }[] }[];
}

export const folder = join(projectRoot, 'infra/kafka');

const text = (name: string): string => readFileSync(join(folder, name), 'utf8');

export const topicFile: TopicFile = JSON.parse(text('topics.json'));
export const aclFile: AclFile = JSON.parse(text('acls.json'));
