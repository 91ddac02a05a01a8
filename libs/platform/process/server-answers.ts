import { connect } from 'node:net';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';

const withinMs = 3_000;

const ports: Record<string, number> = { 'http:': 80, 'https:': 443 };

/**
 * Looks whether a server takes connections at the address of a URL, and says nothing to it. Rejects within three seconds with
 * one line that names the address, without user and password.
 */
export const serverAnswers = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const { hostname, port, protocol } = new URL(url);
    const place = { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || ports[protocol]) };
    const socket = connect(place);
    const refuse = (why: string) => {
      socket.destroy();
      reject(new Error(`Nothing answers at ${hostname}:${place.port} (${why}).`));
    };
    socket.setTimeout(withinMs, () => refuse('no answer in time'));
    socket.once('error', (error) => refuse(errorCodeOf(error) ?? 'unknown error'));
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
  });
