import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

const end = '@@@ typed';

/** The output of commands, errors too, and the status of the first among them that failed, or 0. */
export interface Printed {
  printed: string;
  status: number;
}

/** A shell in which commands are typed one after the other, as somebody does who follows a page. */
export class PageShell {
  private readonly bash: ChildProcessByStdio<Writable, Readable, null>;
  private output = '';
  private heard: () => void = () => undefined;

  constructor(environment: NodeJS.ProcessEnv, folder?: string) {
    this.bash = spawn('bash', ['--norc'], { env: environment, cwd: folder, stdio: ['pipe', 'pipe', 'ignore'] });
    this.bash.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.output += text;
      this.heard();
    });
    this.bash.once('exit', () => this.heard());
    this.bash.stdin.write('exec 2>&1\n');
  }

  async type(commands: string): Promise<Printed> {
    this.output = '';
    this.bash.stdin.write(
      `IFS= read -r -d '' typed <<'${end}'\n${commands}\n${end}\n` +
        `typed_failed=0; trap 'typed_now=$?; [[ $typed_failed != 0 ]] || typed_failed=$typed_now' ERR\n` +
        `eval "$typed" </dev/null\ntrap - ERR\nprintf '\\n${end} %s\\n' "$typed_failed"\n`,
    );
    const ending = new RegExp(`\\n${end} (\\d+)\\n$`);
    for (;;) {
      const [all, status] = ending.exec(this.output) ?? [];
      if (all !== undefined) {
        return { printed: this.output.slice(0, -all.length).replaceAll('\r', ''), status: Number(status) };
      }
      if (this.bash.exitCode !== null) throw new Error(`The shell ended with ${commands}: ${this.output}`);
      await new Promise<void>((resolve) => {
        this.heard = resolve;
      });
    }
  }

  /** Ends the shell; what it prints on its way out is not read. */
  end(): void {
    this.bash.stdin.end();
  }
}
