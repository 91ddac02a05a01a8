import {
  consistencyProof,
  cosignatureIn,
  formatAddCheckpoint,
  type HashOfSubtree,
  type PolicyWitness,
} from '@transledger/audit-proof';
import type { TextPoster } from '#libs/platform/outbound-http/post-text.js';
import type { WitnessAnswer } from '#libs/ports/log-signatures/cosignatures.port.js';
import type { SignedLog } from '#libs/ports/log-signatures/log-signatures.port.js';

export type Witnessed =
  /** `line`: the cosignature, as a line of a signed note. */
  { answer: 'cosigned'; line: string } | { answer: Exclude<WitnessAnswer, 'cosigned'>; detail: string };

type Posted = Awaited<ReturnType<TextPoster['post']>>;

const sizeType = 'text/x.tlog.size';

/** The size that the witness says it knows, in place of the one that it was asked from. */
const sizeIn = (posted: Posted): number | undefined => {
  if ('failed' in posted || posted.status !== 409 || posted.contentType.split(';', 1)[0]?.trim() !== sizeType)
    return undefined;
  return /^(?:0|[1-9]\d{0,14})\n$/.test(posted.text) ? Number(posted.text) : undefined;
};

const refusals: { readonly [status: number]: Exclude<WitnessAnswer, 'cosigned'> } = {
  403: 'unknown_key',
  404: 'unknown_origin',
  409: 'split_view',
  422: 'split_view',
};

/** A witness of others, which cosigns heads that continue those which it saw before (C2SP tlog-witness). */
export class Witness {
  /** Its name in the policy. */
  readonly name: string;
  private readonly url: string;

  constructor(
    private readonly witness: PolicyWitness & { url: string },
    private readonly poster: Pick<TextPoster, 'post'>,
  ) {
    this.name = witness.name;
    this.url = `${witness.url.replace(/\/+$/, '')}/add-checkpoint`;
  }

  /** Has the head cosigned. @param lastSize what it cosigned last, as far as is known here */
  async cosign(log: SignedLog, lastSize: number, hashOf: HashOfSubtree): Promise<Witnessed> {
    const posted = await this.ask(log, Math.min(lastSize, log.size), hashOf);
    const known = sizeIn(posted);
    if (known === undefined || known === lastSize) return this.read(posted, log);
    if (known > log.size)
      return { answer: 'split_view', detail: `it has cosigned ${known} entries, of ${log.size} that are signed` };
    return this.read(await this.ask(log, known, hashOf), log);
  }

  private async ask({ size, checkpoint }: SignedLog, from: number, hashOf: HashOfSubtree): Promise<Posted> {
    const proof = from === 0 ? [] : await consistencyProof(from, size, hashOf);
    return this.poster.post(this.url, formatAddCheckpoint(from, proof, checkpoint));
  }

  private async read(posted: Posted, { checkpoint }: SignedLog): Promise<Witnessed> {
    if ('failed' in posted) return { answer: 'unreachable', detail: posted.failed };
    const { status, text } = posted;
    if (status !== 200) return { answer: refusals[status] ?? 'refused', detail: `it answers ${status}` };
    const line = await cosignatureIn(text, checkpoint, this.witness.key);
    return line === undefined
      ? { answer: 'refused', detail: 'its answer has no cosignature of its own' }
      : { answer: 'cosigned', line };
  }
}
