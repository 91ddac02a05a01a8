import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
execFileSync(join(root, 'node_modules/.bin/biome'), ['check', '--write', '.'], { cwd: root, stdio: 'inherit' });
