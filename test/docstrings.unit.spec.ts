import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { projectRoot } from './project-root.js';

describe('the check of docstrings', () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'transledger-docstrings-'));
    file = join(folder, 'probe.ts');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const checked = (...lines: string[]) => {
    writeFileSync(file, lines.join('\n'));
    const { status, stderr } = spawnSync(process.execPath, ['scripts/docstrings.mjs', file], {
      cwd: projectRoot,
      encoding: 'utf8',
    });
    return { status, faults: stderr.split('\n').filter((line) => line !== '') };
  };

  it.each(['What', 'Of', 'Who', 'Whoever', 'As'])(
    'the check names file and line of one that begins with %s',
    (word) => {
      expect(checked('const a = 1;', `/** ${word} it is. */`, 'const b = 2;')).toEqual({
        status: 1,
        faults: [`${file}:2 a docstring begins with its subject, not with "${word}"`],
      });
    },
  );

  it('the check sees docstrings of several lines and those within a line', () => {
    const { faults } = checked('/**', ' * What it is.', ' */', `const a = (${'/**'} Of it. */ b: number) => b;`);
    expect(faults.map((fault) => fault.slice(file.length, file.length + 3))).toEqual([':2 ', ':4 ']);
  });

  it('sentences with a subject, other comments and strings pass', () => {
    const lines = [
      '/** Bytes of one page. */',
      '/** Whatever. Of those, all. */',
      '// What follows',
      "const a = '/** What */';",
    ];
    expect(checked(...lines)).toEqual({ status: 0, faults: [] });
  });
});
