import { Rejection } from '#libs/domain/errors/rejection.js';
import { joinedProvenance } from '#libs/domain/provenance.js';
import type { TextStreamResult } from '#libs/domain/text-usage/text-usage.events.js';
import { anySignal } from '#libs/platform/async/any-signal.js';
import { untilAborted } from '#libs/platform/async/until-aborted.js';
import type { MadeBy } from '#libs/ports/inference/inference.port.js';
import { provenanceOf } from '#libs/ports/inference/provenance-of.js';
import type { Reservation } from '#libs/ports/limits/limits.port.js';
import { levelOfFault, toRejection } from '../http/error-envelope.js';
import { treatmentOf } from '../text/translation/text-request.js';
import type { ConnectionWorkLimit } from './connection-work-limit.js';
import type { FrameWriter } from './frame-writer.js';
import type { HeldTranslation, Stop } from './held-translation.js';
import type { AdmittedText } from './stream-admission.js';
import { type CompleteFrame, errorFrame, named, type ServerFrame, warned } from './stream-frames.js';
import type { StreamEnd } from './stream-records.js';
import type { StreamRequest } from './stream-request.js';
import type { StreamServices } from './stream-services.js';
import { TokenDelivery } from './token-delivery.js';
import { type TranslationEnd, translationTokens, wholeTranslation } from './translation-tokens.js';

class Stopped extends Error {
  override readonly name = 'Stopped';
  constructor(readonly how: Stop) {
    super(`The translation was ${how}`);
  }
}

/** UTF-16 units that a translation without its text counts for. */
const ownSize = 1_024;

interface Options {
  services: StreamServices;
  request: StreamRequest;
  /** The caller's id of the translation. */
  id: string | undefined;
  /** Bytes of the frame that asked for it. */
  bytes: number;
  sendsTokens: boolean;
  /** The work limit of the connection that the frame came by. */
  share: ConnectionWorkLimit;
  outlet: FrameWriter;
}

/** One `translate` frame, from its admission to its last frame; it may outlive the connection that it came by. */
export class StreamTranslation implements HeldTranslation {
  readonly id: string | undefined;
  readonly bytes: number;
  /** Resolves when the translation has ended, in whichever way. */
  whenEnded: Promise<void> = Promise.resolve();
  private readonly delivery: TokenDelivery;
  private readonly stopping = new AbortController();
  /** The models and engines that were given text so far. */
  private readonly uses: MadeBy[] = [];

  constructor(private readonly options: Options) {
    this.id = options.id;
    this.bytes = options.bytes;
    this.delivery = new TokenDelivery(options.id, options.sendsTokens, options.outlet);
  }

  /** True once its last frame is made; it may be read again. */
  get hasEnded(): boolean {
    return this.delivery.hasEnded;
  }

  /** Number of tokens so far: those that can be requested, and the next one. */
  get tokens(): number {
    return this.delivery.tokens;
  }

  /** UTF-16 units that it keeps in memory: its text for readers that resume, and its own size. */
  get held(): number {
    return this.delivery.text.length + ownSize;
  }

  /** Stops the translation and the engine's work for it; one that has ended is left as it is. */
  stop(how: Stop): void {
    this.stopping.abort(new Stopped(how));
  }

  attach(outlet: FrameWriter, index: number): void {
    this.delivery.attach(outlet, index);
  }

  detach(outlet: FrameWriter): void {
    this.delivery.detach(outlet);
  }

  /** Resolves when all records are written and the last frame was sent, to the refusal if it was refused. */
  run(admission: Promise<AdmittedText>, turn: Promise<void> = Promise.resolve()): Promise<Rejection | undefined> {
    const run = this.runOnce(admission, turn);
    this.whenEnded = run.then(
      () => undefined,
      () => undefined,
    );
    return run;
  }

  private async runOnce(admission: Promise<AdmittedText>, turn: Promise<void>): Promise<Rejection | undefined> {
    let admitted: AdmittedText;
    try {
      admitted = await admission;
    } catch (error) {
      return this.refused(error);
    }
    try {
      const end = await this.stream(admitted, turn);
      if (end instanceof Rejection) return await this.refused(end);
      this.delivery.finish(end, end.type === 'complete');
    } finally {
      admitted.release();
    }
    return undefined;
  }

  private async refused(error: unknown): Promise<Rejection> {
    const { services, request, id } = this.options;
    const rejection = await services.records.refused(request, this.rejectionOf(error));
    services.metrics.ended('refused');
    this.delivery.finish(errorFrame(rejection, request.id, id), false);
    return rejection;
  }

  /** The last frame, or the refusal where the caller lost the right to it while the text waited. */
  private async stream(admitted: AdmittedText, turn: Promise<void>): Promise<ServerFrame | Rejection> {
    const { services, request } = this.options;
    const { access, facts, ownership } = admitted;
    const signal = anySignal([this.stopping.signal, ownership.lost]);
    let began: Promise<void> | undefined;
    let end: TranslationEnd | undefined;
    try {
      await untilAborted(turn, signal);
      const leave = await this.options.share.enter(this.bytes, signal);
      try {
        began = services.records.began(request, access, facts, ownership);
        end = await this.translate(admitted, began, signal);
      } finally {
        leave();
      }
      await began;
      await this.delivery.read(signal);
      signal.throwIfAborted();
      return await this.finished(admitted, 'completed', this.completeFrame(admitted, end), end);
    } catch (error) {
      // An end that was written before its beginning would leave the stream open.
      const fault = await began?.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (fault instanceof Rejection) {
        this.settle(admitted.reservation, false);
        return fault;
      }
      if (ownership.lost.aborted) return this.lost(admitted);
      if (!(error instanceof Stopped)) {
        const rejection = this.rejectionOf(error);
        return this.finished(admitted, 'failed', errorFrame(rejection, request.id, this.id), end);
      }
      if (error.how === 'cancelled' && this.id !== undefined)
        return this.finished(admitted, 'cancelled', { type: 'cancelled', id: this.id }, end);
      const frame = errorFrame(new Rejection('service_unavailable'), request.id, this.id);
      return this.finished(admitted, error.how === 'cancelled' ? 'cancelled' : 'broken', frame, end);
    }
  }

  /** Takes tokens from the engine as fast as they can be sent. */
  private async translate({ text }: AdmittedText, began: Promise<void>, signal: AbortSignal): Promise<TranslationEnd> {
    const { services, request, sendsTokens } = this.options;
    const translated = sendsTokens ? translationTokens : wholeTranslation;
    const tokens = translated(services.engines, {
      ...text,
      signal,
      onUse: (use) => this.uses.push(use),
    });
    try {
      for (;;) {
        const next = await untilAborted(tokens.next(), signal);
        await began;
        signal.throwIfAborted();
        // A slow engine or reader takes minutes: the rest is not for a caller who lost the right to it.
        request.caller.admission?.assertStands();
        if (next.done === true) return next.value;
        if (this.delivery.tokens === 0) {
          services.metrics.firstToken((performance.now() - request.caller.startedAt) / 1_000);
        }
        this.delivery.add(next.value);
        await this.delivery.catchUp(signal);
      }
    } finally {
      // The engine may hang: nothing waits for it to notice that it was left.
      tokens.return({ confidence: 0, model: '', provenance: {}, cached: false }).catch(() => undefined);
      began.catch(() => undefined);
    }
  }

  /** Names of the models that were given text, as a whole translation has them; null where none was. */
  private get modelsUsed(): string | null {
    const models = new Set(this.uses.map(({ model }) => model));
    return models.size === 0 ? null : [...models].join('+');
  }

  /** Writes the end, settles the quota, and returns the last frame. */
  private async finished(
    { access, facts, text, ownership, reservation }: AdmittedText,
    result: TextStreamResult,
    frame: ServerFrame,
    end: TranslationEnd | undefined,
  ): Promise<ServerFrame> {
    const { services, request } = this.options;
    const isCounted = result === 'completed' || this.delivery.hasBegun;
    const fact: StreamEnd = {
      ...treatmentOf(text),
      result,
      code: frame.type === 'error' && result === 'failed' ? frame.code : null,
      countedCharacters: isCounted ? facts.characterCount : 0,
      ...(end?.provenance ?? joinedProvenance(this.uses.map(provenanceOf))),
      model: end?.model ?? this.modelsUsed,
      confidence: end?.confidence ?? null,
      cached: end?.cached ?? false,
    };
    services.metrics.ended(result);
    try {
      await services.records.ended(request, access, facts, fact, ownership);
      return frame;
    } catch (error) {
      return errorFrame(toRejection(error), request.id, this.id);
    } finally {
      this.settle(reservation, isCounted);
    }
  }

  private settle(reservation: Reservation, isCounted: boolean): void {
    const { services, request } = this.options;
    const settled = isCounted ? reservation.commit() : reservation.refund();
    settled.catch((error: unknown) => {
      services.logger.warn({ err: error, request_id: request.id }, 'the quota of a stream could not be settled');
    });
  }

  /** Leaves the end to a sweep, which also counts it: an end written by this process now could be the second one. */
  private lost({ reservation }: AdmittedText): ServerFrame {
    const { services, request } = this.options;
    services.metrics.ended('broken');
    reservation.commit().catch(() => undefined);
    return errorFrame(new Rejection('service_unavailable'), request.id, this.id);
  }

  private completeFrame({ facts, text: { glossary }, warnings }: AdmittedText, end: TranslationEnd): CompleteFrame {
    return {
      type: 'complete',
      ...named(this.id),
      source_language: facts.sourceLanguage,
      target_language: facts.targetLanguage,
      word_count: facts.wordCount,
      character_count: facts.characterCount,
      confidence: end.confidence,
      model: end.model,
      model_sha256: end.provenance.modelSha256 ?? [],
      cached: end.cached,
      ...(end.route === undefined ? {} : { route: end.route }),
      ...(glossary === undefined
        ? {}
        : { glossary: { id: glossary.id, version: glossary.version, applied: end.terms ?? [] } }),
      ...warned(warnings),
      request_id: this.options.request.id,
      ...(this.options.sendsTokens ? {} : { translation: this.delivery.text }),
    };
  }

  private rejectionOf(error: unknown): Rejection {
    const { services, request } = this.options;
    const rejection = toRejection(error);
    if (rejection.status >= 500) {
      services.logger[levelOfFault(error)](
        { err: error, request_id: request.id, code: rejection.code },
        'a stream failed',
      );
    }
    return rejection;
  }
}
