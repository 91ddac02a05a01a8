import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { programInPath } from './office-program.js';

/** Where programs, their settings, fonts and caches lie. Everything else belongs to somebody. */
const systemFolders = [
  'usr',
  'bin',
  'sbin',
  'lib',
  'lib32',
  'lib64',
  'libx32',
  'etc',
  'opt',
  'nix',
  'snap',
  'dev',
  'proc',
  'sys',
];
const systemPatterns = [...systemFolders.map((name) => `/${name}`), '/var', '/var/cache'].join('|');

/**
 * Runs a command with all other folders empty, but for the one in which it works. That is opened first and bound to its place
 * again by what was opened, since its path leads into an empty folder by then.
 */
const hidingFiles = `
set -e
work=$PWD
exec 9<"$work"
for folder in /* /var/*; do
  case $folder in ${systemPatterns}) continue ;; esac
  if [ -d "$folder" ] && [ ! -L "$folder" ]; then mount -t tmpfs -o mode=755,size=1m tmpfs "$folder"; fi
done
mkdir -p "$work"
mount --no-canonicalize --bind /proc/self/fd/9 "$work"
exec 9<&-
cd "$work"
exec "$@"`;

const alone = ['--net', '--mount', '--pid', '--fork', '--mount-proc', '--', 'sh', '-c', hidingFiles, 'sh'];

/** A way to keep a program over files of others from what it need not reach. */
export interface Isolation {
  /** Words to put before its command. */
  words: readonly string[];
  hasNetwork: boolean;
  /** Whether it can read files that lie elsewhere on this machine. */
  seesFiles: boolean;
}

/** From the best on; which of them a system allows depends on the account, the kernel's settings and the container. */
const isolations: readonly Isolation[] = [
  { words: ['unshare', ...alone], hasNetwork: false, seesFiles: false },
  { words: ['unshare', '--user', '--map-root-user', ...alone], hasNetwork: false, seesFiles: false },
  { words: ['unshare', '--net', '--'], hasNetwork: false, seesFiles: true },
  { words: ['unshare', '--user', '--map-current-user', '--net', '--'], hasNetwork: false, seesFiles: true },
];
const none: Isolation = { words: [], hasNetwork: true, seesFiles: true };

const allowed = new Map<Isolation, boolean>();

const isAllowed = (isolation: Isolation): boolean => {
  const [command = '', ...args] = isolation.words;
  const known = allowed.get(isolation) ?? spawnSync(command, [...args, 'true']).status === 0;
  allowed.set(isolation, known);
  return known;
};

const isOfSystem = (program: string): boolean => {
  const path = isAbsolute(program) ? program : (programInPath([program]) ?? '');
  if (!existsSync(path)) return false;
  const place = realpathSync(path);
  return systemFolders.some((name) => place.startsWith(`/${name}/`));
};

/** The best that this system allows; `program` is a path or a name. One that lies among files of somebody sees these. */
export const isolationOf = (program: string): Isolation =>
  isolations.find((one) => (one.seesFiles || isOfSystem(program)) && isAllowed(one)) ?? none;
