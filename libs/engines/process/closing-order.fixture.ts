/** The order in which parts of a process have closed. */
export class ClosingOrder {
  readonly closed: string[] = [];

  /** Records the end of each call of the part's `method`. */
  watch<Method extends string>(name: string, part: Record<Method, () => unknown>, method: Method): void {
    const close = part[method].bind(part);
    part[method] = async () => {
      const result = await close();
      this.closed.push(name);
      return result;
    };
  }

  /** Whether each of these closed, in this order; others may have closed between them. */
  has(...names: string[]): boolean {
    const places = names.map((name) => this.closed.indexOf(name));
    return places.every((place, index) => place >= 0 && place >= (places[index - 1] ?? 0));
  }
}
