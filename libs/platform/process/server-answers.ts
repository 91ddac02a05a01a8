import { connect } from 'node:net';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';

const withinMs = 3_000;

const ports: Record<string, number> = { 'http:': 80, 'https:': 443 };

const placeOf = (url: string): { name: string; place: { path: string } | { host: string; port: number } } => {
  const { hostname, port, protocol, pathname } = new URL(url);
  if (protocol === 'unix:') return { name: pathname, place: { path: decodeURI(pathname) } };
  const place = { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || ports[protocol]) };
  return { name: `${hostname}:${place.port}`, place };
};

/**
 * Looks whether a server takes connections at the address of a URL, a socket's too (`unix:///path`), and says nothing to it.
 * Rejects within three seconds with one line that names the address, without user and password.
 */
export const serverAnswers = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const { name, place } = placeOf(url);
    const socket = connect(place);
    const refuse = (why: string) => {
      socket.destroy();
      reject(new Error(`Nothing answers at ${name} (${why}).`));
    };
    socket.setTimeout(withinMs, () => refuse('no answer in time'));
    socket.once('error', (error) => refuse(errorCodeOf(error) ?? 'unknown error'));
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
  });
