export interface RedisLocation {
  /** `redis://` or, with TLS, `rediss://`, with user, password and number of the database. */
  url: string;
  /** Certificates in PEM that are trusted instead of the usual ones. */
  ca?: string | undefined;
}

export interface ParsedRedisLocation {
  host: string;
  port: number;
  secure: boolean;
  /** Name for log lines, without secrets. */
  name: string;
}

/** Parses the URL of a Redis. @throws RangeError, which does not contain the URL */
export const parseRedisUrl = (url: string): ParsedRedisLocation => {
  const parsed = URL.parse(url);
  if (parsed === null || !['redis:', 'rediss:'].includes(parsed.protocol) || parsed.hostname === '') {
    throw new RangeError('The URL of Redis is redis://… or, with TLS, rediss://…');
  }
  const host = parsed.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = Number(parsed.port || 6379);
  return { host, port, secure: parsed.protocol === 'rediss:', name: `Redis at ${parsed.hostname}:${port}` };
};
