/** Milliseconds from the first page of a view to the page that begins another one. */
const viewMs = 60 * 60_000;

/** Views that a node remembers. One that it has forgotten begins anew, with a record of its own. */
const maxViews = 10_000;

interface View {
  begunAt: number;
  recorded: Promise<void>;
}

/**
 * Pages of one side of a document that one caller looks at: the first is recorded, before it leaves, and for an hour stands for all.
 */
export class PageViews {
  private readonly views = new Map<string, View>();

  constructor(private readonly now: () => number = Date.now) {}

  /** Resolves once the view is recorded; its other pages do not record it again. @throws what recording throws */
  async begin(view: string, record: () => Promise<void>): Promise<void> {
    const known = this.views.get(view);
    if (known !== undefined && this.now() - known.begunAt < viewMs) return known.recorded;
    this.views.delete(view);
    const begun: View = { begunAt: this.now(), recorded: record() };
    this.views.set(view, begun);
    for (const oldest of this.views.keys()) {
      if (this.views.size <= maxViews) break;
      this.views.delete(oldest);
    }
    try {
      await begun.recorded;
    } catch (error) {
      if (this.views.get(view) === begun) this.views.delete(view);
      throw error;
    }
  }
}
