import { Injectable } from '@nestjs/common';
import { Engines } from '../engines.js';

export interface DependencyReport {
  status: 'ready' | 'unavailable';
  /** A code of the error catalogue: what needs this dependency answers with it. */
  code?: 'service_unavailable' | 'model_unavailable';
  /** What is wrong and, where it is known, what to do. */
  reason?: string;
}

export interface ReadinessReport {
  status: 'ready' | 'unavailable';
  dependencies: Record<string, DependencyReport>;
}

const answerWithinMs = 2_000;

/** A dependency that does not answer in time is as good as away. */
const inTime = <T>(work: Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), answerWithinMs);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
};

const check = async (work: Promise<unknown>, reason: string): Promise<DependencyReport> => {
  try {
    await inTime(work);
    return { status: 'ready' };
  } catch {
    return { status: 'unavailable', code: 'service_unavailable', reason };
  }
};

/** Asks each dependency by name whether it can be used now. */
@Injectable()
export class Readiness {
  constructor(private readonly engines: Engines) {}

  async report(): Promise<ReadinessReport> {
    const { eventStore, blobs } = this.engines;
    const [event_store, read_models, blob_store, inference] = await Promise.all([
      check(eventStore.head(), 'The event store does not answer.'),
      this.projections(),
      check(blobs.check(), 'The folder of the documents cannot be used.'),
      this.inference(),
    ]);
    const dependencies = { event_store, read_models, blob_store, inference };
    const isReady = Object.values(dependencies).every(({ status }) => status === 'ready');
    return { status: isReady ? 'ready' : 'unavailable', dependencies };
  }

  /** A projection that has stopped for good, the audit log above all, makes the service not ready. */
  private async projections(): Promise<DependencyReport> {
    try {
      const halted = (await inTime(this.engines.projectionStatus())).filter(({ state }) => state === 'halted');
      if (halted.length === 0) return { status: 'ready' };
      const reason = halted.map(({ name }) => `The projection ${name} is halted.`).join(' ');
      return {
        status: 'unavailable',
        code: 'service_unavailable',
        reason: `${reason} See: npm run -s transledger -- projections status`,
      };
    } catch {
      return { status: 'unavailable', code: 'service_unavailable', reason: 'The read models do not answer.' };
    }
  }

  private async inference(): Promise<DependencyReport> {
    try {
      const { ready, reason } = await inTime(this.engines.inference.health());
      return ready
        ? { status: 'ready' }
        : { status: 'unavailable', code: 'model_unavailable', ...(reason && { reason }) };
    } catch {
      return { status: 'unavailable', code: 'model_unavailable', reason: 'The translation engine does not answer.' };
    }
  }
}
