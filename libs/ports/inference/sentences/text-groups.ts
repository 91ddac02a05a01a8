interface Waiting<Answer> {
  text: string;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/** Sends some texts and calls `answered` for each of them, in their order. */
type Send<Answer> = (texts: readonly string[], answered: (answer: Answer) => void) => Promise<void>;

/** Groups texts: those that set out together, in one turn, travel together. */
export class TextGroups<Answer> {
  private readonly answers = new Map<string, Promise<Answer>>();
  private waiting: Waiting<Answer>[] = [];

  constructor(
    private readonly maxTogether: number,
    private readonly send: Send<Answer>,
  ) {}

  /** Adds a text. One that a request has several times (a table's cells) is sent once. */
  add(text: string): Promise<Answer> {
    const known = this.answers.get(text);
    if (known !== undefined) return known;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.answers.set(text, promise);
    if (this.waiting.length === 0) queueMicrotask(() => this.setOut());
    this.waiting.push({ text, resolve, reject });
    return promise;
  }

  private setOut(): void {
    const all = this.waiting;
    this.waiting = [];
    for (let at = 0; at < all.length; at += this.maxTogether) void this.sendGroup(all.slice(at, at + this.maxTogether));
  }

  private async sendGroup(group: readonly Waiting<Answer>[]): Promise<void> {
    let answered = 0;
    try {
      await this.send(
        group.map(({ text }) => text),
        (answer) => {
          group[answered]?.resolve(answer);
          answered += 1;
        },
      );
      if (answered !== group.length) throw new TypeError(`${answered} answers came for ${group.length} texts`);
    } catch (error) {
      for (const { reject } of group.slice(answered)) reject(error);
    }
  }
}
