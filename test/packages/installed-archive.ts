import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../project-root.js';

const runFile = promisify(execFile);

/** A package as `npm run pack` makes it, in the folder of somebody who has nothing else. */
export class InstalledArchive {
  private constructor(
    readonly folder: string,
    /** The archive of the package. */
    readonly archive: string,
    /** Its files, from its folder on. */
    readonly files: readonly string[],
  ) {}

  static async of(name: string): Promise<InstalledArchive> {
    const folder = mkdtempSync(join(tmpdir(), `${name}-archive-`));
    const { stdout } = await runFile(process.execPath, [join(projectRoot, 'scripts/pack.mjs'), name, folder]);
    const archive = join(folder, basename(stdout.trim()));
    const listed = execFileSync('tar', ['tzf', archive], { encoding: 'utf8' }).trim().split('\n');
    const installed = new InstalledArchive(
      folder,
      archive,
      listed.map((file) => file.replace(/^package\//, '')),
    );
    const home = join(folder, 'node_modules/@transledger', name);
    mkdirSync(home, { recursive: true });
    execFileSync('tar', ['xzf', archive, '-C', home, '--strip-components=1']);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    return installed;
  }

  /** Runs a program in that folder, by this Node or another, and returns what it prints. */
  async run(file: string, program: string, env: Record<string, string> = {}, node = process.execPath): Promise<string> {
    writeFileSync(join(this.folder, file), program);
    const { stdout } = await runFile(node, [file], { cwd: this.folder, env });
    return stdout.trim();
  }

  /** Installs the archive by npm with a registry that has nothing, and returns what npm asked it for. */
  async installFromNothing(): Promise<string[]> {
    const asked: string[] = [];
    const registry = createServer(({ url = '' }, response) => {
      asked.push(url);
      response.writeHead(404).end('{}');
    });
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
    const home = mkdtempSync(join(this.folder, 'empty-'));
    writeFileSync(join(home, 'package.json'), '{}');
    const { port } = registry.address() as AddressInfo;
    const options = ['--no-audit', '--no-fund', '--no-update-notifier', `--registry=http://127.0.0.1:${port}`];
    try {
      await runFile('npm', ['install', `../${basename(this.archive)}`, ...options], { cwd: home });
    } finally {
      registry.close();
      registry.closeAllConnections();
    }
    return asked;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
