import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { projectRoot } from '../project-root.js';

const modules = join(projectRoot, 'node_modules');

const run = (program: string, args: string[], cwd: string): string => {
  const env = { ...process.env, npm_config_offline: 'true', npm_config_update_notifier: 'false' };
  return execFileSync(program, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
};

const npm = (args: string[], cwd: string): string => {
  const cli = process.env.npm_execpath;
  return cli === undefined ? run('npm', args, cwd) : run(process.execPath, [cli, ...args], cwd);
};

/** A package as npm packs it, installed in the folder of somebody who uses it. */
export class PackedPackage {
  private constructor(
    private readonly folder: string,
    /** Files of the archive, from the folder of the package on. */
    readonly files: readonly string[],
    private readonly source: string,
  ) {}

  /**
   * @param name the package's folder in `packages`
   * @param dependencies names or scopes in `node_modules` that whoever installs it gets
   */
  static pack(name: string, dependencies: readonly string[]): PackedPackage {
    const folder = mkdtempSync(join(tmpdir(), `${name}-package-`));
    const original = join(projectRoot, 'packages', name);
    // The package is built from a copy: its build must not show up in this tree while other tests run.
    const source = join(folder, 'tree/packages', name);
    cpSync(original, source, { recursive: true, filter: (file) => !['dist', 'models'].includes(basename(file)) });
    symlinkSync(modules, join(folder, 'tree/node_modules'));
    const consumer = join(folder, 'consumer');
    const installed = join(consumer, 'node_modules/@transledger', name);
    mkdirSync(installed, { recursive: true });
    npm(['pack', '--pack-destination', folder], source);
    const { version } = JSON.parse(readFileSync(join(original, 'package.json'), 'utf8')) as { version: string };
    const archive = join(folder, `transledger-${name}-${version}.tgz`);
    const files = run('tar', ['tzf', archive], folder).trim().split('\n');
    run('tar', ['xzf', archive, '-C', installed, '--strip-components=1'], folder);
    for (const dependency of dependencies)
      symlinkSync(join(modules, dependency), join(consumer, 'node_modules', dependency));
    writeFileSync(join(consumer, 'package.json'), '{ "type": "module" }');
    return new PackedPackage(
      folder,
      files.map((file) => file.replace(/^package\//, '')),
      original,
    );
  }

  write(name: string, content: string | Uint8Array): void {
    writeFileSync(join(this.folder, 'consumer', name), content);
  }

  /** Runs a program in plain JavaScript and returns what it prints. */
  run(program: string, ...options: string[]): string {
    this.write('main.js', program);
    return run(process.execPath, [...options, 'main.js'], join(this.folder, 'consumer')).trim();
  }

  /** Runs a block of code of the README. Each `console.log` has a comment behind it with what it prints: both are returned. */
  runReadme(block: number): { printed: string[]; promised: string[] } {
    const readme = readFileSync(join(this.source, 'README.md'), 'utf8');
    const code = [...readme.matchAll(/^```js\n(.*?)^```$/gms)][block]?.[1];
    if (code === undefined) throw new Error(`The README has no block ${block}`);
    const promised = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, comment = '']) => comment);
    return { printed: this.run(code).split('\n'), promised };
  }

  /** Errors of TypeScript in a program; empty where it accepts it. */
  check(program: string): string {
    this.write('main.ts', program);
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023'];
    const compiler = join(modules, 'typescript/bin/tsc');
    try {
      const args = [compiler, ...options, '--types', 'node', '--skipLibCheck', 'main.ts'];
      return run(process.execPath, args, join(this.folder, 'consumer'));
    } catch (error) {
      return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
