/** Pauses reading from a socket for as long as anyone holds the pause. */
export class ReadPause {
  private holders = 0;

  constructor(private readonly socket: { pause(): void; resume(): void }) {}

  hold(): void {
    this.holders += 1;
    if (this.holders === 1) this.socket.pause();
  }

  release(): void {
    this.holders -= 1;
    if (this.holders === 0) this.socket.resume();
  }
}
