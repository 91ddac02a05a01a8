import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { makeVerifierKey, type PolicyWitness, signatureType } from '@transledger/audit-proof';
import { freePort } from '#libs/platform/process/free-port.js';
import { inProject } from './installed.js';
import { ServerProcess } from './server-process.js';

export interface RunningLitewitness {
  witness: PolicyWitness & { url: string };
  /** Has it know a log by a key. */
  trust(origin: string, verifierKey: string): void;
  stop(): Promise<void>;
}

/** SHA-256 of nothing: the root of an empty tree, in base64. */
const emptyRoot = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';

/** Starts torchwood's litewitness, with its key in an agent of SSH, as it wants it. */
export const startLitewitness = async (): Promise<RunningLitewitness> => {
  let socket = '';
  const agent = await ServerProcess.start({
    name: 'ssh-agent',
    command: (folder) => {
      socket = join(folder, 'agent.sock');
      return { program: 'ssh-agent', args: ['-D', '-a', socket] };
    },
    isReady: () => existsSync(socket),
  });
  const run = promisify(execFile);
  const key = join(agent.folder, 'key');
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  await run('ssh-add', ['-q', key], { env: { ...process.env, SSH_AUTH_SOCK: socket } });
  const fingerprint = (await run('ssh-keygen', ['-lf', `${key}.pub`])).stdout.split(' ')[1] ?? '';
  const name = 'litewitness.example/w';
  const port = await freePort();
  const database = join(agent.folder, 'witness.db');
  const server = await ServerProcess.start({
    name: 'litewitness',
    command: () => ({
      program: inProject('litewitness-0.9.0/litewitness'),
      args: ['-name', name, '-db', database, '-ssh-agent', socket, '-key', fingerprint, '-listen', `127.0.0.1:${port}`],
    }),
    isReady: (log) => log.includes('listening'),
  });
  const publicKey = Buffer.from(readFileSync(`${key}.pub`, 'utf8').split(' ')[1] ?? '', 'base64').subarray(-32);
  return {
    witness: {
      name: 'litewitness',
      key: makeVerifierKey(name, new Uint8Array(publicKey), signatureType.cosignature),
      url: `http://127.0.0.1:${port}/`,
    },
    trust: (origin, verifierKey) => {
      const tables = new DatabaseSync(database);
      tables.prepare('insert into log values (?, ?, ?)').run(origin, 0, emptyRoot);
      tables.prepare('insert into key values (?, ?)').run(origin, verifierKey);
      tables.close();
    },
    stop: async () => {
      await server.stop();
      await agent.stop();
    },
  };
};
