/** The module that a worker thread begins with, and Node's arguments for it. */
export interface ThreadEntry {
  entry: URL;
  execArgv: string[];
}

/** Finds the entry of a worker thread from its source, `…/name.ts`: that source itself, or what was built of it. */
export const threadEntry = (source: URL, importer: string): ThreadEntry => {
  if (!importer.endsWith('.ts')) return { entry: new URL(source.href.replace(/\.ts$/, '.js')), execArgv: [] };
  const hooks = new URL('./typescript-hooks.mjs', import.meta.url).href;
  return { entry: source, execArgv: ['--disable-warning=ExperimentalWarning', '--import', hooks] };
};
