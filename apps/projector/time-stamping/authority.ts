import type { BytePoster } from '#libs/platform/outbound-http/post-bytes.js';
import type { TimeStampAnswer } from '#libs/ports/log-signatures/time-stamps.port.js';

export type Stamped =
  /** `token`: DER. */
  | { answer: 'stamped'; token: Uint8Array; time: Date }
  | { answer: Exclude<TimeStampAnswer, 'stamped'>; detail: string };

/** A stamp of another time than it is says nothing of use. */
const maxOffMs = 5 * 60_000;

/** The program that writes and reads ASN.1 takes 5 MiB, and most installations name no authority. */
const loadProtocol = async () => {
  const [{ timeStampRequest }, { readTimeStampAnswer }] = await Promise.all([
    import('#libs/audit/time-stamps/time-stamp-request.js'),
    import('#libs/audit/time-stamps/time-stamp-answer.js'),
  ]);
  return { timeStampRequest, readTimeStampAnswer };
};

/** An authority of others that gives time stamps (RFC 3161 over HTTP). */
export class Authority {
  constructor(
    private readonly url: string,
    private readonly poster: Pick<BytePoster, 'post'>,
  ) {}

  /** Has a text stamped. */
  async stamp(text: string): Promise<Stamped> {
    const { timeStampRequest, readTimeStampAnswer } = await loadProtocol();
    const request = timeStampRequest(text);
    const posted = await this.poster.post(this.url, 'application/timestamp-query', request.bytes);
    if ('failed' in posted) return { answer: 'unreachable', detail: posted.failed };
    if (posted.status !== 200) return { answer: 'rejected', detail: `it answers ${posted.status}` };
    const answered = await readTimeStampAnswer(posted.bytes, request);
    if ('rejected' in answered) return { answer: 'rejected', detail: answered.rejected };
    if ('invalid' in answered) return { answer: 'invalid', detail: answered.invalid };
    const { time } = answered.read;
    const offMs = Math.abs(time.getTime() - Date.now());
    if (offMs > maxOffMs) return { answer: 'invalid', detail: `its time is off by ${Math.round(offMs / 1_000)} s` };
    return { answer: 'stamped', token: answered.token, time };
  }
}
