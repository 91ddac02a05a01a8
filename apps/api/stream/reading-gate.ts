/** Reading from a socket, stopped for as long as anybody holds it. */
export class ReadingGate {
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
