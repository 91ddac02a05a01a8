/** Minimum step that is worth an event; smaller ones would fill the log without use. */
const fractionStep = 0.05;

/** Turns the number of segments done into a few reports, one at a time, never backwards. */
export class ProgressReporter {
  private reported = 0;
  private reporting: Promise<void> | undefined;

  constructor(
    private readonly total: number,
    private readonly report: (segmentsDone: number) => Promise<void>,
  ) {}

  async update(segmentsDone: number): Promise<void> {
    const step = Math.max(1, Math.floor(this.total * fractionStep));
    if (segmentsDone - this.reported < step || this.reporting !== undefined) return;
    this.reported = segmentsDone;
    this.reporting = this.report(segmentsDone).finally(() => {
      this.reporting = undefined;
    });
    await this.reporting;
  }
}
