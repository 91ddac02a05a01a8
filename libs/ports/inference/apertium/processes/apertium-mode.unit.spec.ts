import { describe, expect, it } from 'vitest';
import { filesOf, parseMode } from './apertium-mode.js';

const run = (text: string): string[] => parseMode(text).map(({ program, args }) => [program, ...args].join(' '));

describe('mode file', () => {
  it('a mode file becomes processes with null flush, marks for unknown words, and word-bound blanks', () => {
    expect(
      run(
        "lt-proc -w '/d/a.bin' | apertium-tagger -g $2 '/d/a.prob' | lt-proc -b '/d/b.bin' | lt-proc $1 '/d/g.bin' | lt-proc -p '/d/p.bin'\n",
      ),
    ).toEqual([
      'lt-proc -z -w /d/a.bin',
      'apertium-wblank-attach',
      'apertium-tagger -z -g /d/a.prob',
      'lt-proc -z -b /d/b.bin',
      'apertium-wblank-detach',
      'lt-proc -z -g /d/g.bin',
      'lt-proc -z -p /d/p.bin',
    ]);
  });

  it('a quoted file with spaces stays one argument', () => {
    const [first] = parseMode("lt-proc '/my data/a.bin' | lt-proc -g '/my data/g.bin'");
    expect(first?.args).toEqual(['-z', '/my data/a.bin']);
  });

  it('words are looked up before a transfer that would do so itself', () => {
    expect(run("lt-proc 'a' | apertium-transfer 't1x' 't1x.bin' 'dix.bin' | lt-proc -g 'g'").slice(2, 4)).toEqual([
      'lt-proc -z -b dix.bin',
      'apertium-transfer -z -b t1x t1x.bin',
    ]);
  });

  it.each([
    ['a program that is no stage', "lt-proc 'a' | bash 'x' | lt-proc -g 'g'", 'unknown stage "bash"'],
    ['a path to a program', "/bin/lt-proc 'a' | lt-proc -g 'g'", 'unknown stage "/bin/lt-proc"'],
    ['two commands', "lt-proc 'a'; reboot | lt-proc -g 'g'", 'unexpected quoting'],
    ['a substitution', "lt-proc $(reboot) | lt-proc -g 'g'", 'unexpected quoting'],
    ['a redirection', "lt-proc 'a' > /etc/passwd | lt-proc -g 'g'", 'unexpected quoting'],
    ['an unclosed quote', "lt-proc 'a | lt-proc -g 'g'", 'unexpected quoting'],
    ['no generator', "lt-proc 'a' | lt-proc -b 'b'", 'not exactly one generator'],
    ['nothing', '', 'unknown stage ""'],
  ])('a mode file is refused with %s', (_, text, reason) => {
    expect(() => parseMode(text)).toThrow(reason);
  });

  it('a mode names the files that must exist', () => {
    expect(filesOf(parseMode("lt-proc '/d/a' | lt-proc -g '/d/g'"))).toEqual(['/d/a', '/d/g']);
  });
});
