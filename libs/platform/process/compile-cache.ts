// By its default: Node before 22, which is refused with a sentence, could not load a file that names what it lacks.
import nodeModule from 'node:module';
import { join } from 'node:path';

/** Folder beside the built code; one that cannot be written, as in a container, is done without. */
const folder = join(import.meta.dirname, '../../../.compile-cache');

/**
 * Keeps what V8 compiles for the next start, in this process from now on and in those that get the environment: to be
 * called before anything else is imported. An operator's own `NODE_COMPILE_CACHE` is left alone.
 */
export const keepCompiledCode = (environment: NodeJS.ProcessEnv): void => {
  if (environment.NODE_COMPILE_CACHE !== undefined) return;
  nodeModule.enableCompileCache(folder);
  environment.NODE_COMPILE_CACHE = folder;
};
