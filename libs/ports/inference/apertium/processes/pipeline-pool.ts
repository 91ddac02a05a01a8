import type { Stage } from './apertium-mode.js';
import { type ChainPlaces, Pipeline, type PipelineLimits } from './pipeline.js';

/**
 * Holds one pipeline a mode, at most `maxChains` of them with processes. When all places are taken, the least recently
 * used pipeline makes room: at once when idle, else when its turn is over.
 */
export class PipelinePool implements ChainPlaces {
  private readonly pipelines = new Map<string, Pipeline>();
  private readonly live = new Set<Pipeline>();
  private readonly leaving = new Set<Pipeline>();
  private readonly waiting: Pipeline[] = [];

  constructor(
    private readonly maxChains: number,
    private readonly limits: PipelineLimits,
  ) {}

  get(mode: string, stages: readonly Stage[]): Pipeline {
    const known = this.pipelines.get(mode);
    if (known !== undefined) return known;
    const pipeline = new Pipeline(mode, stages, this.limits, this);
    this.pipelines.set(mode, pipeline);
    return pipeline;
  }

  get livePipelines(): readonly Pipeline[] {
    return [...this.live];
  }

  request(pipeline: Pipeline): void {
    this.waiting.push(pipeline);
    this.grant();
  }

  release(pipeline: Pipeline): void {
    this.live.delete(pipeline);
    this.leaving.delete(pipeline);
    this.grant();
  }

  async close(): Promise<void> {
    this.waiting.length = 0;
    await Promise.all([...this.pipelines.values()].map((pipeline) => pipeline.close()));
  }

  private grant(): void {
    while (this.live.size < this.maxChains) {
      const next = this.waiting.shift();
      if (next === undefined) return;
      this.live.add(next);
      next.startChain();
    }
    // No more pipelines leave than wait.
    while (this.leaving.size < this.waiting.length) {
      const leaver = this.nextToLeave();
      if (leaver === undefined) return;
      this.leaving.add(leaver);
      leaver.askToLeave();
    }
  }

  private nextToLeave(): Pipeline | undefined {
    const candidates = [...this.live].filter((pipeline) => !this.leaving.has(pipeline));
    return candidates.sort((a, b) => Number(b.isIdle) - Number(a.isIdle) || a.lastUsed - b.lastUsed)[0];
  }
}
