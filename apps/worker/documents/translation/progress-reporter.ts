import { revisedCompletion } from '#libs/application/documents/completion-estimate.js';

/** Minimum step that is worth an event; smaller ones would fill the log without use. */
const fractionStep = 0.05;

/** Segments that are done, of those that there are; the latter may be an estimate that changes. */
export interface Progress {
  segmentsDone: number;
  segmentsTotal: number;
}

/** Turns progress into a few reports, one at a time, never backwards, with the completion that the speed so far tells. */
export class ProgressReporter {
  private reported = 0;
  /** Share of the segments that was done at the last report. */
  private share = 0;
  private reporting: Promise<void> | undefined;
  private readonly startedAt: number;

  constructor(
    private readonly report: (progress: Progress, estimatedCompletion: string) => Promise<void>,
    private readonly now = Date.now,
  ) {
    this.startedAt = now();
  }

  async update({ segmentsDone: done, segmentsTotal: total }: Progress): Promise<void> {
    const step = Math.max(1, Math.floor(total * fractionStep));
    const share = done / Math.max(1, total);
    if (done - this.reported < step || share <= this.share || this.reporting !== undefined) return;
    this.reported = done;
    this.share = share;
    const expected = revisedCompletion({ startedAt: this.startedAt, now: this.now(), done, total });
    this.reporting = this.report({ segmentsDone: done, segmentsTotal: total }, expected).finally(() => {
      this.reporting = undefined;
    });
    await this.reporting;
  }
}
