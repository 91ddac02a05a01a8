/**
 * Knows whose things a tab keeps beyond its screens. They stay while a session ends and the same person signs in again; they go
 * with a sign-out, and when somebody else is signed in.
 */
export class TabMemory {
  private person: string | undefined;
  /** Whether somebody has signed out here, and nobody in since. */
  hasLeft = false;
  private readonly forgets: (() => void)[] = [];

  /** Adds something that is kept, by what takes it away. */
  add(forget: () => void): void {
    this.forgets.push(forget);
  }

  /** Whether somebody was signed in who has not signed out. */
  get hasOwner(): boolean {
    return this.person !== undefined;
  }

  /**
   * Somebody is signed in.
   * @param person - id of the user, who is of one organization
   * @returns whether what is kept was somebody else's, and is gone
   */
  signedIn(person: string): boolean {
    const isOther = this.person !== undefined && this.person !== person;
    if (isOther) this.forget();
    this.person = person;
    this.hasLeft = false;
    return isOther;
  }

  signedOut(): void {
    this.forget();
    this.person = undefined;
    this.hasLeft = true;
  }

  private forget(): void {
    for (const forget of this.forgets) forget();
  }
}

/** The memory of this tab. */
export const tabMemory = new TabMemory();
