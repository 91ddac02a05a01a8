import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InstalledArchive } from '#test/packages/installed-archive.js';
import type { ApiClient } from './api-client.js';
import { type AtTerminal, atTerminal } from './at-terminal.js';

/** A run of the program, and what it has printed so far. */
export interface ClientRun {
  process: ChildProcess;
  stdout: () => string;
  stderr: () => string;
  ended: Promise<number | null>;
}

/** The client's command line as it is packed, in the hands of somebody who has a folder and nothing else of us. */
export class ClientProgram {
  readonly folder = mkdtempSync(join(tmpdir(), 'transledger-client-'));
  private runs = 0;

  private constructor(private readonly installed: InstalledArchive) {}

  static async install(): Promise<ClientProgram> {
    return new ClientProgram(await InstalledArchive.of('cli'));
  }

  /** Runs a command to its end, which may be a failure; `service` is the one whose key it has, if any. */
  run(service: ApiClient | undefined, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    return new Promise((resolve) => {
      const options = { cwd: this.folder, env: this.env(service), maxBuffer: 64 * 1024 * 1024 };
      const child = execFile(process.execPath, [this.path, ...args], options, (_error, stdout, stderr) =>
        resolve({ code: child.exitCode ?? -1, stdout, stderr }),
      );
    });
  }

  /** Starts a command that goes on. */
  start(service: ApiClient, ...args: string[]): ClientRun {
    this.runs += 1;
    const files = ['out', 'err'].map((ending) => join(this.folder, `run-${this.runs}.${ending}`));
    const [out = 0, err = 0] = files.map((file) => openSync(file, 'w'));
    const child = spawn(process.execPath, [this.path, ...args], {
      ...{ cwd: this.folder, env: this.env(service), stdio: ['ignore', out, err] },
    });
    for (const opened of [out, err]) closeSync(opened);
    const [stdout, stderr] = files.map((file) => () => readFileSync(file, 'utf8'));
    return {
      process: child,
      stdout: stdout ?? (() => ''),
      stderr: stderr ?? (() => ''),
      ended: new Promise((resolve) => child.once('exit', resolve)),
    };
  }

  /** Starts a command at a terminal, in the folder. */
  atTerminal(service: ApiClient, ...args: string[]): AtTerminal {
    return atTerminal(this.env(service), process.execPath, this.path, ...args);
  }

  remove(): void {
    this.installed.remove();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get path(): string {
    return join(this.installed.folder, 'node_modules/@transledger/cli/dist/main.js');
  }

  private env(service: ApiClient | undefined): Record<string, string> {
    return {
      XDG_CONFIG_HOME: join(this.folder, 'config'),
      XDG_STATE_HOME: join(this.folder, 'state'),
      ...(service && { TRANSLEDGER_URL: service.url, TRANSLEDGER_API_KEY: service.apiKey }),
    };
  }
}

/** The lines of JSON of an output. */
export const jsonLinesOf = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
