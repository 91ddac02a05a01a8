import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { Pool } from 'undici';
import { freePort } from '#libs/platform/process/free-port.js';

export interface Apy {
  translate(text: string): Promise<string>;
  stop(): Promise<void>;
}

/** apy 0.11 binds every interface and has no option for it: its server is made to bind the loopback one. */
const program = `
import sys
import tornado.netutil, tornado.tcpserver
bind = tornado.netutil.bind_sockets
tornado.tcpserver.bind_sockets = lambda port, address=None, **rest: bind(port, '127.0.0.1', **rest)
from apertium_apy.apy import main
sys.argv[0] = 'apertium-apy'
main()
`;

/** Starts Debian's `apertium-apy` with one process and its defaults; undefined where it is not installed. */
export const startApy = async (modesDir: string): Promise<Apy | undefined> => {
  const port = await freePort();
  const server = spawn('/usr/bin/python3', ['-c', program, modesDir, '-p', String(port), '-j', '1'], {
    stdio: 'ignore',
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    for (const event of ['exit', 'error'])
      server.once(event, () => {
        hasEnded = true;
        resolve();
      });
  });
  const connections = new Pool(`http://127.0.0.1:${port}`, { connections: 64, pipelining: 1 });
  const request = async (path: string, form?: URLSearchParams): Promise<unknown> => {
    const { statusCode, body } = await connections.request({
      path,
      method: form === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      ...(form === undefined ? {} : { body: form.toString() }),
    });
    const answer = await body.json();
    if (statusCode !== 200) throw new Error(`apertium-apy answered ${statusCode}`);
    return answer;
  };
  const isUp = (): Promise<boolean> =>
    request('/listPairs').then(
      () => true,
      () => false,
    );
  while (!hasEnded && !(await isUp())) await setTimeout(100);
  const stop = async (): Promise<void> => {
    await connections.close();
    server.kill('SIGTERM');
    await ended;
  };
  if (hasEnded) {
    await connections.close();
    return undefined;
  }
  return {
    stop,
    translate: async (text) => {
      const answer = await request(
        '/translate',
        new URLSearchParams({ q: text, langpair: 'eng|spa', markUnknown: 'no' }),
      );
      const { responseData } = answer as { responseData: { translatedText: string } };
      return responseData.translatedText;
    },
  };
};
