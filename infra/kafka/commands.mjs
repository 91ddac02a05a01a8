// Prints the commands of Kafka's own tools that make the topics of topics.json and grant the rights of acls.json:
//
//   node infra/kafka/commands.mjs topics kafka-1:9092 [--command-config admin.properties] | sh
//   node infra/kafka/commands.mjs acls kafka-1:9092 [--command-config admin.properties] | sh
//
// PREFIX is used instead of transledger. where it is set (TRANSLEDGER_KAFKA_TOPIC_PREFIX), REPLICAS instead of 3, and
// USER_API, USER_PROJECTOR, USER_WORKER, USER_CLI instead of transledger-api and so on.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (name) => JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8'));
const quoted = (word) => (/^[\w./:=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
const command = (...words) => `${words.map(String).map(quoted).join(' ')}\n`;

const [what, bootstrap, ...more] = process.argv.slice(2);
const connection = ['--bootstrap-server', bootstrap, ...more];

const topicCommands = () => {
  const { prefix: declaredPrefix, replicas: wanted, config: common, topics } = read('topics.json');
  const prefix = process.env.PREFIX ?? declaredPrefix;
  const replicas = Number(process.env.REPLICAS ?? wanted);
  return topics.map(({ name, partitions, config }) => {
    const settings = { ...common, ...config };
    settings['min.insync.replicas'] = String(Math.min(Number(settings['min.insync.replicas']), replicas));
    return command(
      ...['kafka-topics.sh', ...connection, '--create', '--if-not-exists', '--topic', `${prefix}${name}`],
      ...['--partitions', partitions, '--replication-factor', replicas],
      ...Object.entries(settings).flatMap(([key, value]) => ['--config', `${key}=${value}`]),
    );
  });
};

const aclCommands = () => {
  const { prefix: declaredPrefix, roles } = read('acls.json');
  const prefix = process.env.PREFIX ?? declaredPrefix;
  return roles.flatMap(({ role, allow }) => {
    const user = process.env[`USER_${role.toUpperCase()}`] ?? `transledger-${role}`;
    return allow.map(({ resource, name, operations }) =>
      command(
        ...['kafka-acls.sh', ...connection, '--add', '--allow-principal', `User:${user}`],
        ...[`--${resource}`, `${prefix}${name}`, '--resource-pattern-type', 'prefixed'],
        ...operations.flatMap((operation) => ['--operation', operation]),
      ),
    );
  });
};

const lists = { topics: topicCommands, acls: aclCommands };
if (bootstrap === undefined || !Object.hasOwn(lists, what)) {
  process.stderr.write('usage: node infra/kafka/commands.mjs topics|acls HOST:PORT [options of the tools]\n');
  process.exitCode = 1;
} else {
  for (const line of lists[what]()) process.stdout.write(line);
}
