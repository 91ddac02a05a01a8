import { existsSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { installedOcr } from '#libs/documents/ocr/ocr-program.js';
import { officeProgram } from '#libs/documents/office/office-program.js';
import { type Isolation, isolationOf } from '#libs/documents/office/program-isolation.js';
import { openInferenceEngine } from '#libs/engines/inference-engine.js';
import { inferenceChoice, type Settings } from '#libs/platform/config/settings.js';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';
import { isSupportedNode, oldestNode } from '#libs/platform/process/assert-node.js';
import { serviceVersion } from '#libs/platform/process/service-version.js';
import { type Finding, ok, warning, wrong } from './finding.js';

const sizeOf = (bytes: number): string =>
  bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;

/** The shares of a disk at which the alerts of docs/monitoring.md begin. */
const nearlyFull = 0.1;
const full = 0.03;

export const diskFinding = (folder: string, { free, size }: { free: number; size: number }): Finding => {
  const found = `${sizeOf(free)} of ${sizeOf(size)} are free for ${folder}`;
  const remedy = 'Make room on that disk, or move the data folder to a larger one. Old log partitions: log archive';
  if (free < size * full) return wrong('disk', found, remedy);
  return free < size * nearlyFull ? warning('disk', found, remedy) : ok('disk', found);
};

export const nodeFinding = (version: string): Finding =>
  isSupportedNode(version)
    ? ok('node', version)
    : wrong(
        'node',
        `${version} is too old`,
        `Start by an npm script, which brings a newer one, or install ${oldestNode} or later`,
      );

/** Findings about the data folder. One that is not there is not made here: the service may run under another account. */
const folderFindings = async (dataDir: string): Promise<Finding[]> => {
  if (existsSync(join(dataDir, 'restoring')))
    return [
      wrong('data folder', `a restore into ${dataDir} was broken off`, 'Remove what it left there, and restore again'),
    ];
  try {
    await access(dataDir, constants.W_OK);
  } catch (error) {
    const code = errorCodeOf(error);
    return code === 'ENOENT'
      ? [
          wrong(
            'data folder',
            `${dataDir} is not there`,
            'Set TRANSLEDGER_DATA_DIR, or start the service, which makes it',
          ),
        ]
      : [
          wrong(
            'data folder',
            `${dataDir} cannot be written (${code})`,
            'Give it to the account that runs the service',
          ),
        ];
  }
  const { bavail, blocks, bsize } = await statfs(dataDir);
  return [ok('data folder', dataDir), diskFinding(dataDir, { free: bavail * bsize, size: blocks * bsize })];
};

const inferenceRemedy = (settings: Settings): string => {
  if (inferenceChoice(settings) === 'marian')
    return 'Start the service, whose inference process runs the models, with one installed: transledger-admin models add en-de';
  return settings.TRANSLEDGER_LANGUAGE_PAIRS.length === 0
    ? 'Install Apertium and its pairs: npm start says how'
    : 'Correct TRANSLEDGER_LANGUAGE_PAIRS, or install the pairs that it names: npm start says how';
};

/** Whether the embedded engine could translate here. */
const inferenceFinding = async (settings: Settings): Promise<Finding> => {
  const engine = await openInferenceEngine(settings);
  try {
    const { ready, reason } = await engine.health();
    if (ready) {
      const kinds = [...new Set((await engine.models()).map(({ engine: kind }) => kind))];
      const names = kinds.length === 0 ? inferenceChoice(settings) : kinds.join(' and ');
      return ok('inference', `${names} can translate`);
    }
    return wrong('inference', reason ?? 'it is not ready', inferenceRemedy(settings));
  } finally {
    await engine.close();
  }
};

const officeFinding = (): Finding => {
  const program = officeProgram();
  return program === undefined
    ? warning(
        'libreoffice',
        'not installed: DOC, XLS and PPT files are refused',
        'Install LibreOffice: npm start says how',
      )
    : ok('libreoffice', program);
};

const ocrFinding = (): Finding => {
  const languages = installedOcr();
  return languages.length === 0
    ? warning(
        'ocr',
        'not installed: scanned PDFs are refused',
        'apt-get install -y poppler-utils tesseract-ocr tesseract-ocr-eng, and a package for each further language',
      )
    : ok('ocr', `tesseract reads ${languages.join(', ')}`);
};

const isolationRemedy =
  'Allow user namespaces to the account of the service (sysctl kernel.unprivileged_userns_clone=1, kernel.apparmor_restrict_unprivileged_userns=0, in a container a seccomp profile with unshare), or keep its network from what it need not reach, and pictures of others from where it runs';

/** The finding about the reach of programs that read files of others. */
export const isolationFinding = (
  programs: readonly string[],
  { hasNetwork, seesFiles }: Pick<Isolation, 'hasNetwork' | 'seesFiles'>,
): Finding => {
  const check = 'isolation of programs';
  const [names, run] = [programs.join(' and '), programs.length > 1 ? 'run' : 'runs'];
  if (hasNetwork) {
    const found = `${names} ${run} with the network and the files of the service: the system does not allow unshare`;
    return warning(check, found, isolationRemedy);
  }
  return seesFiles
    ? warning(check, `${names} ${run} without a network, but with the files of the service`, isolationRemedy)
    : ok(check, `${names} ${run} without a network and without files of others`);
};

const isolationFindings = (): Finding[] => {
  const office = officeProgram();
  const programs = [
    ...(office === undefined ? [] : ['LibreOffice']),
    ...(installedOcr().length === 0 ? [] : ['tesseract']),
  ];
  return programs.length === 0 ? [] : [isolationFinding(programs, isolationOf(office ?? 'tesseract'))];
};

/** Findings about this machine. In a cluster of your own it is that of the command line, not that of each role. */
export const machineFindings = async (settings: Settings, dataDir: string): Promise<Finding[]> => [
  ok('release', serviceVersion()),
  nodeFinding(process.versions.node),
  ...(await folderFindings(dataDir)),
  ...(inferenceChoice(settings) === 'triton' ? [] : [await inferenceFinding(settings)]),
  officeFinding(),
  ocrFinding(),
  ...isolationFindings(),
];
