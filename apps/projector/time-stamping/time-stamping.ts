import { parseNote } from '@transledger/audit-proof';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { LogSignatures, SignedLog } from '#libs/ports/log-signatures/log-signatures.port.js';
import type { TimeStampAnswer, TimeStamps } from '#libs/ports/log-signatures/time-stamps.port.js';
import type { Authority } from './authority.js';

export interface TimeStampingOptions {
  authority: Pick<Authority, 'stamp'>;
  signatures: Pick<LogSignatures, 'all'>;
  timeStamps: Pick<TimeStamps, 'keep' | 'lastOnes' | 'note'>;
  onAnswer: (answer: TimeStampAnswer) => void;
  logger: Pick<Logger, 'warn'>;
}

/** Milliseconds between two stamps of one log, at least. */
const stampEveryMs = 60 * 60_000;
/** An authority that gave no stamp is asked again after so many rounds. */
const roundsUntilAskedAgain = 60;

/** Has the heads that were signed stamped. Nothing waits for it. */
export class TimeStamping {
  private round = 0;
  private askedAgainIn = 0;

  constructor(private readonly options: TimeStampingOptions) {}

  /** Has the head of each log stamped that has grown since it was stamped last, an hour ago or longer. */
  async stampAll(signal: AbortSignal): Promise<void> {
    this.round += 1;
    if (this.askedAgainIn > this.round) return;
    const { signatures, timeStamps } = this.options;
    const [logs, lastOnes] = [await signatures.all(), await timeStamps.lastOnes()];
    for (const log of logs) {
      signal.throwIfAborted();
      const last = lastOnes.get(log.origin);
      const isDue = last === undefined || Date.now() - last.time.getTime() >= stampEveryMs;
      if (log.stoppedBecause !== undefined || last?.size === log.size || !isDue) continue;
      const answer = await this.stamp(log);
      if (answer === 'stamped') continue;
      // An authority knows nothing of logs: what it does not do for one it does for none.
      this.askedAgainIn = this.round + roundsUntilAskedAgain;
      return;
    }
  }

  private async stamp(log: SignedLog): Promise<TimeStampAnswer> {
    const { authority, timeStamps, onAnswer, logger } = this.options;
    const { organizationId, size } = log;
    const { text } = parseNote(log.checkpoint);
    const stamped = await authority.stamp(text);
    const { answer } = stamped;
    if (stamped.answer === 'stamped')
      await timeStamps.keep(log, { size, text, token: stamped.token, time: stamped.time });
    else {
      const fields = { organization: organizationId, answer, detail: stamped.detail };
      logger.warn(fields, 'a head of an audit log has got no time stamp');
    }
    await timeStamps.note(organizationId, answer);
    onAnswer(answer);
    return answer;
  }
}
