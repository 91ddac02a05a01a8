export interface RedisLocation {
  /** `redis://` or, with TLS, `rediss://`; user, password and number of the database in it. */
  url: string;
  /** Certificates that the server's is trusted by instead of the usual ones; PEM. */
  ca?: string | undefined;
}

export interface ParsedRedisLocation {
  host: string;
  port: number;
  secure: boolean;
  /** For log lines: nothing secret is in it. */
  name: string;
}

/** Throws a `RangeError`, which does not contain the URL. */
export const parseRedisUrl = (url: string): ParsedRedisLocation => {
  const parsed = URL.parse(url);
  if (parsed === null || !['redis:', 'rediss:'].includes(parsed.protocol) || parsed.hostname === '') {
    throw new RangeError('The URL of Redis is redis://… or, with TLS, rediss://…');
  }
  const host = parsed.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = Number(parsed.port || 6379);
  return { host, port, secure: parsed.protocol === 'rediss:', name: `Redis at ${parsed.hostname}:${port}` };
};
