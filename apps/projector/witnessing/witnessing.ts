import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { Cosignatures, WitnessAnswer } from '#libs/ports/log-signatures/cosignatures.port.js';
import type { LogSignatures, SignedLog } from '#libs/ports/log-signatures/log-signatures.port.js';
import type { AuditLogTree } from '#projections/audit-log/audit-log-tree.js';
import type { Witness } from './witness.js';

export interface WitnessingOptions {
  witnesses: readonly Witness[];
  signatures: Pick<LogSignatures, 'all'>;
  cosignatures: Pick<Cosignatures, 'keep' | 'lastSizes' | 'note'>;
  tree: Pick<AuditLogTree, 'reader'>;
  onAnswer: (witness: string, answer: WitnessAnswer) => void;
  logger: Pick<Logger, 'error' | 'warn'>;
}

/** A log that a witness does not know is shown to it again after so many rounds. */
const roundsUntilAskedAgain = 60;
/** An answer that stays the same is in our log again after so many rounds. */
const roundsUntilSaidAgain = 360;

const placeOf = ({ name }: Witness, { origin }: SignedLog): string => `${name} ${origin}`;

/** Shows the heads that were signed to witnesses of others. Nothing waits for it. */
export class Witnessing {
  /** By witness and log, the round in which it is asked again. */
  private readonly unknown = new Map<string, number>();
  /** By witness and log, the last answer, and the round in which the same one is said again. */
  private readonly said = new Map<string, { answer: WitnessAnswer; until: number }>();
  private round = 0;

  constructor(private readonly options: WitnessingOptions) {}

  /** Shows each witness the heads that it has not cosigned yet: the witnesses side by side, the logs one after the other. */
  async askAll(signal: AbortSignal): Promise<void> {
    this.round += 1;
    const logs = (await this.options.signatures.all()).filter(({ stoppedBecause }) => stoppedBecause === undefined);
    await Promise.all(this.options.witnesses.map((witness) => this.askOne(witness, logs, signal)));
  }

  private async askOne(witness: Witness, logs: readonly SignedLog[], signal: AbortSignal): Promise<void> {
    const lastSizes = await this.options.cosignatures.lastSizes(witness.name);
    for (const log of logs) {
      signal.throwIfAborted();
      const last = lastSizes.get(log.origin) ?? 0;
      const place = placeOf(witness, log);
      if (last === log.size || (this.unknown.get(place) ?? 0) > this.round) continue;
      const answer = await this.show(witness, log, last);
      if (answer === 'unknown_origin') this.unknown.set(place, this.round + roundsUntilAskedAgain);
      // Whoever does not answer is not asked for every log.
      if (answer === 'unreachable') return;
    }
  }

  private async show(witness: Witness, log: SignedLog, last: number): Promise<WitnessAnswer> {
    const { cosignatures, tree, onAnswer, logger } = this.options;
    const { organizationId } = log;
    const witnessed = await witness.cosign(log, last, tree.reader(organizationId));
    const { answer } = witnessed;
    if (witnessed.answer === 'cosigned') {
      this.said.delete(placeOf(witness, log));
      await cosignatures.keep(log, witness.name, witnessed.line);
    } else {
      const fields = { organization: organizationId, witness: witness.name, answer, detail: witnessed.detail };
      if (answer === 'split_view') logger.error(fields, 'a witness has seen another history of an audit log');
      else if (this.isNews(placeOf(witness, log), answer))
        logger.warn(fields, 'a witness has not cosigned an audit log');
    }
    await cosignatures.note(organizationId, witness.name, answer);
    onAnswer(witness.name, answer);
    return answer;
  }

  private isNews(place: string, answer: WitnessAnswer): boolean {
    const said = this.said.get(place);
    if (said?.answer === answer && said.until > this.round) return false;
    this.said.set(place, { answer, until: this.round + roundsUntilSaidAgain });
    return true;
  }
}
