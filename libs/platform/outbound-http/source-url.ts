/** A URL that nothing is fetched from; the message never repeats the URL. */
export class SourceUrlError extends Error {
  override readonly name = 'SourceUrlError';
}

/** Where files are fetched from. The URL has no credentials and no slash at its end, and may be shown and kept. */
export interface SourceUrl {
  url: string;
  /** Header that the server of the URL is sent, and no other; from user name and password of the URL. */
  authorization?: string;
}

/** Whether a host is that of this machine. */
export const isLoopbackHost = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/** Whether files may be fetched over it: https, or http from this machine. */
export const isSecure = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));

const basicAuthorization = ({ username, password }: URL): string =>
  `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`;

/** @throws SourceUrlError for what is no URL, is not secure, or has a query, which would stand before the names of files */
export const sourceUrlOf = (text: string): SourceUrl => {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol))
    throw new SourceUrlError('must be a URL beginning with https://');
  if (!isSecure(parsed)) throw new SourceUrlError('must begin with https://; http:// is for this machine alone');
  if (parsed.search !== '' || parsed.hash !== '') throw new SourceUrlError('must be a URL without ? and #');
  const url = `${parsed.origin}${parsed.pathname.replace(/(?<!\/)\/+$/, '')}`;
  if (parsed.username === '' && parsed.password === '') return { url };
  try {
    return { url, authorization: basicAuthorization(parsed) };
  } catch {
    throw new SourceUrlError('has a user name or password with a % that is not written as %25');
  }
};

/** A file below a URL. */
export const below = ({ url, ...rest }: SourceUrl, path: string): SourceUrl => ({ ...rest, url: `${url}/${path}` });
