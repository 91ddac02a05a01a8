import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isMatchedBy } from './entity-tag.js';

/** The encodings of a body, those first that are preferred where a caller takes several alike. */
const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

/** Five of eleven: a hundredth of the time of the highest, and a tenth more bytes. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const encoders: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, brotliOptions),
  gzip: (bytes) => promisify(gzip)(bytes),
  identity: async (bytes) => bytes,
};

/** Weights of the codings that an `Accept-Encoding` header names. */
const weightsOf = (header: string): Map<string, number> =>
  new Map(
    header.split(',').map((part): [string, number] => {
      const [coding = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      const given = weight === undefined ? 1 : Number(weight.slice(2));
      return [coding.replace(/^x-gzip$/, 'gzip'), given >= 0 && given <= 1 ? given : 0];
    }),
  );

/**
 * The encoding that an `Accept-Encoding` header (RFC 9110) likes best. Without one, or with none of ours in it, the body goes as
 * it is.
 */
export const encodingOf = (header: string | undefined): Encoding => {
  if (header === undefined) return 'identity';
  const weights = weightsOf(header);
  const weightOf = (encoding: Encoding): number => {
    const others = weights.get('*') ?? 0;
    // A body as it is needs no mention, and comes after whatever is mentioned.
    return weights.get(encoding) ?? (encoding === 'identity' && !weights.has('*') ? Number.MIN_VALUE : others);
  };
  const best = Math.max(...encodings.map(weightOf));
  return best === 0 ? 'identity' : (encodings.find((encoding) => weightOf(encoding) === best) ?? 'identity');
};

/** A body that is the same for all callers: compressed for those who take that, once for all of them. */
export class EncodedBody {
  private readonly tag: string;
  private readonly bytes: Buffer;
  private readonly encoded = new Map<Encoding, Promise<Buffer>>();

  /** @param encoded - what a build has compressed already */
  constructor(content: string | Buffer, encoded: { br?: Buffer | undefined; gzip?: Buffer | undefined } = {}) {
    this.bytes = typeof content === 'string' ? Buffer.from(content) : content;
    if (encoded.br !== undefined) this.encoded.set('br', Promise.resolve(encoded.br));
    if (encoded.gzip !== undefined) this.encoded.set('gzip', Promise.resolve(encoded.gzip));
    this.tag = createHash('sha256').update(this.bytes).digest('base64url').slice(0, 22);
  }

  /** The bytes for this caller; undefined with 304 where it has them. Each encoding has a strong tag of its own. */
  async answer({ headers }: Pick<FastifyRequest, 'headers'>, reply: FastifyReply): Promise<Buffer | undefined> {
    const encoding = encodingOf(headers['accept-encoding']);
    const tag = encoding === 'identity' ? `"${this.tag}"` : `"${this.tag}-${encoding}"`;
    reply.header('ETag', tag);
    reply.header('Vary', [reply.getHeader('Vary') ?? [], 'Accept-Encoding'].flat().join(', '));
    if (isMatchedBy(tag, headers['if-none-match'])) {
      reply.code(304);
      return undefined;
    }
    if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
    return this.in(encoding);
  }

  private in(encoding: Encoding): Promise<Buffer> {
    const made = this.encoded.get(encoding);
    if (made !== undefined) return made;
    const making = encoders[encoding](this.bytes);
    this.encoded.set(encoding, making);
    making.catch(() => this.encoded.delete(encoding));
    return making;
  }
}
