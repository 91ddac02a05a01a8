/** Oldest Node that the service runs on. */
export const oldestNode = '22.22';

const numbersOf = (version: string): number[] => version.split('.').map(Number);

/** Whether a version of Node is new enough. */
export const isSupportedNode = (version: string): boolean => {
  const [major = 0, minor = 0] = numbersOf(version);
  const [oldestMajor = 0, oldestMinor = 0] = numbersOf(oldestNode);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
};

/** Ends a process of an older Node with one sentence: to be called before anything else is imported. */
export const assertNode = (): void => {
  if (isSupportedNode(process.versions.node)) return;
  process.stderr.write(
    `✗ Node ${oldestNode} or newer is needed; this is ${process.versions.node}. npm start and npm run transledger-admin bring one.\n`,
  );
  process.exit(1);
};
