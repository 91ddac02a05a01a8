import { Session } from 'node:inspector';
import { searchCount } from './native-searches.js';

interface Coverage {
  result: { url: string; functions: { ranges: { count: number }[] }[] }[];
}

/** The product's own code, and the parsers that formats leave a tenant's text to. */
const isCounted = (url: string): boolean =>
  /\/(?:apps|libs|packages|test)\//.test(url) || /\/node_modules\/(?:parse5|entities|saxes|xmlchars)\//.test(url);

/** Counts how often the blocks of counted code ran since the last call. */
const takeBlocks = (session: Session): number => {
  let blocks = 0;
  session.post('Profiler.takePreciseCoverage', (error, coverage) => {
    if (error !== null) throw error;
    for (const { url, functions } of (coverage as unknown as Coverage).result) {
      if (!isCounted(url)) continue;
      for (const { ranges } of functions) for (const { count } of ranges) blocks += count;
    }
  });
  return blocks;
};

/**
 * Counts the steps of work, whatever the machine is busy with: the blocks of code that V8 runs for it, and the signs and
 * items that native searches and copies look at. What goes on within a regular expression at one place is not counted.
 */
export class WorkCounter {
  private readonly session = new Session();

  constructor() {
    this.session.connect();
    this.session.post('Profiler.enable');
    this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** The steps of the work, and the few blocks of tests that ran since the last call. */
  async stepsOf(work: () => unknown): Promise<number> {
    const searches = searchCount();
    try {
      await work();
    } finally {
      searches.end();
    }
    return takeBlocks(this.session) + searches.looks;
  }

  end(): void {
    this.session.post('Profiler.stopPreciseCoverage');
    this.session.disconnect();
  }
}
