/** Ids as the service makes them: what they are of, and 26 signs. */
const ids = /\b([a-z]{2,5})_([0-9A-HJKMNP-TV-Z]{26})\b/g;

/** Signs of an id that are shown: more where another id of the report ends alike. */
const shownSigns = 6;

/** Short forms of the ids in a report, which stand in full in its annex. */
export class ShortIds {
  private readonly shortOf = new Map<string, string>();
  private readonly taken = new Set<string>();

  /** The text with each id in its short form, `key_…9T0S1R`: the same one wherever the id stands. */
  in(text: string): string {
    return text.replace(
      ids,
      (id, kind: string, signs: string) => this.shortOf.get(id) ?? this.shorten(id, kind, signs),
    );
  }

  /** The ids that were shortened, by what they are of, in the order of their short forms. */
  get full(): ReadonlyMap<string, readonly string[]> {
    const kinds = Map.groupBy(this.shortOf.keys(), (id) => id.slice(0, id.indexOf('_')));
    const endOf = (id: string): string => id.slice(-shownSigns);
    const inOrder = (a: string, b: string): number => (endOf(a) < endOf(b) ? -1 : Number(endOf(a) > endOf(b)));
    return new Map([...kinds].map(([kind, of]) => [kind, of.toSorted(inOrder)]));
  }

  private shorten(id: string, kind: string, signs: string): string {
    let length = shownSigns;
    const shortAt = (): string => `${kind}_…${signs.slice(-length)}`;
    while (length < signs.length && this.taken.has(shortAt())) length += 1;
    const short = shortAt();
    this.taken.add(short);
    this.shortOf.set(id, short);
    return short;
  }
}
