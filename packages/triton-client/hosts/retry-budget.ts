import type { RetryOptions } from '../client-options.js';

/**
 * A budget to which every request adds a part of a retry, so that retries cannot multiply the load of a failing system.
 */
export class RetryBudget {
  readonly attempts: number;
  private readonly ratio: number;
  private readonly burst: number;
  private saved: number;

  constructor(options: RetryOptions | false = {}) {
    const { attempts = 3, ratio = 0.2, burst = 100 } = options === false ? { attempts: 1 } : options;
    this.attempts = attempts;
    this.ratio = ratio;
    this.burst = burst;
    this.saved = burst;
  }

  earn(): void {
    this.saved = Math.min(this.burst, this.saved + this.ratio);
  }

  spend(): boolean {
    if (this.saved < 1) return false;
    this.saved -= 1;
    return true;
  }
}
