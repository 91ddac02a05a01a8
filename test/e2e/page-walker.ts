import { copyFileSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { InstalledArchive } from '#test/packages/installed-archive.js';
import { projectRoot } from '#test/project-root.js';
import { missingServers } from '#test/servers/installed.js';
import { commandLineProgram } from './command-line.js';
import { eventually } from './eventually.js';
import { differencesAnywhere, formOf, parseExample, parseJson } from './json-example.js';
import { PageShell, type Printed } from './page-shell.js';
import { stepsOf, type WalkStep } from './page-walk.js';
import { cleanEnvironment, type RunningService } from './running-service.js';
import { exceptions, type WalkedPage } from './walked-pages.js';

/** A step as it was typed, and what of it is not as the page says. */
export interface TypedStep {
  heading: string;
  commands: string;
  problems: readonly string[];
}

const exceptionTo = (page: string, { commands }: WalkStep) =>
  exceptions.find(
    ({ without, ...exception }) =>
      exception.page === page &&
      commands.startsWith(exception.commands) &&
      (without === undefined || missingServers([without]).length > 0),
  );

/** The steps of a page that are typed. */
export const typedStepsOf = (page: string): WalkStep[] =>
  stepsOf(readFileSync(join(projectRoot, page), 'utf8')).filter((step) => exceptionTo(page, step)?.isTyped !== false);

/** Files of the reader, as the pages name them. */
const files: Readonly<Record<string, string>> = {
  'texts.json': '{"id": "the house", "title": "The house is big."}\n',
  'terms.csv': 'contract,contrato\nforce majeure,fuerza mayor\n',
  'password.txt': 'a long password\n',
};

/** A document of two pages that LibreOffice has written. */
const report = 'libs/documents/formats/docx/samples/libreoffice.docx';

/**
 * The operator's command line without npm, which the specs of starts hold. A command that needs to know the organization
 * where there are several, as here, is told it.
 */
const npm = `npm() {
  [ "$1 $2 $3 $4" = 'run -s transledger-admin --' ] || { echo "npm $* is not typed by the walk"; return 1; }
  shift 4
  local ours=()
  case "$1" in users | keys) ours=(--organization "$ORGANIZATION") ;; esac
  '${process.execPath}' '${commandLineProgram}' "$@" "\${ours[@]}"
}`;

/** The client's command line as it is packed, without npm. */
const clientIn = ({ folder }: InstalledArchive): string =>
  `transledger() { '${process.execPath}' '${folder}/node_modules/@transledger/cli/dist/main.js' "$@"; }`;

const changes = / -(?:[dFX]|-data\S*) |\bnpm |\btransledger /;
const isInWork = ({ printed }: Printed): boolean => /"status":"(?:processing|pending|generating)"/.test(printed);

const replacedAll = (text: string, words: Readonly<Record<string, string>>): string =>
  Object.entries(words).reduce((replaced, [word, own]) => replaced.replaceAll(word, own), text);

/** Columns are as wide as what stands in them. */
const evenly = (text: string): string => text.replaceAll(/ +/g, ' ').trim();

/** Follows a page as a reader does: fills in what the page leaves open, and asks again while something is in work. */
export class PageWalker {
  private readonly shell: PageShell;
  private readonly words: Readonly<Record<string, string>>;
  /** Newest id of each kind, and the token of the newest invite. */
  private readonly newest = new Map<string, string>();

  private constructor(
    private readonly service: RunningService,
    private readonly walked: WalkedPage,
    private readonly folder: string,
    organization: string,
  ) {
    const nextYear = new Date().getUTCFullYear() + 1;
    this.words = {
      'http://127.0.0.1:8080': service.url,
      'http://127.0.0.1:9464': service.metricsOrigin,
      '127.0.0.1:8080': new URL(service.url).host,
      '203.0.113.7': '127.0.0.1',
      '203.0.113.9': '127.0.0.1',
      '2027-': `${nextYear}-`,
      ...walked.ownWords,
    };
    this.newest.set('org', organization);
    this.shell = new PageShell(
      {
        ...cleanEnvironment(),
        ...service.commandLineSettings,
        PORT: String(service.port),
        ORGANIZATION: organization,
        XDG_CONFIG_HOME: join(folder, 'config'),
        XDG_STATE_HOME: join(folder, 'state'),
        ...(/^export API=/m.test(this.text) ? {} : { API: service.url, KEY: service.apiKey }),
      },
      folder,
    );
  }

  /** Types all commands of a page, in an empty folder. */
  static async walk(walked: WalkedPage, service: RunningService, folder: string): Promise<TypedStep[]> {
    const answer = (await (await service.fetch('/v1/organization')).json()) as { data: { id: string } };
    const walker = new PageWalker(service, walked, folder, answer.data.id);
    copyFileSync(join(projectRoot, report), join(folder, 'report.docx'));
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    // Programs are run by the Node of this run, and find its packages: `npm install ws` would bring another.
    symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
    const own = walked.needsClient === true ? await InstalledArchive.of('cli') : undefined;
    await walker.shell.type(
      `${npm}\nnode() { '${process.execPath}' "$@"; }\n${own === undefined ? '' : clientIn(own)}`,
    );
    if (walked.before !== undefined) walker.remember(await walker.type(walked.before));
    const typed: TypedStep[] = [];
    for (const step of typedStepsOf(walked.page)) typed.push(await walker.step(step));
    walker.shell.end();
    own?.remove();
    return typed;
  }

  private get text(): string {
    return readFileSync(join(projectRoot, this.walked.page), 'utf8');
  }

  private async step(step: WalkStep): Promise<TypedStep> {
    const { heading, commands } = step;
    const before = new Set(readdirSync(this.folder));
    const answer = await this.type(commands);
    const files = readdirSync(this.folder).filter((name) => !before.has(name));
    return { heading, commands, problems: this.problemsOf(step, answer, files) };
  }

  private async type(commands: string): Promise<Printed> {
    const typed = this.filledIn(commands);
    if (!changes.test(typed))
      return eventually(
        () => this.shell.type(typed),
        (answer) => !isInWork(answer),
      );
    const answer = await this.shell.type(typed);
    this.remember(answer);
    return answer;
  }

  /** Keeps what an answer has made, to be filled in where the page speaks of it. */
  private remember(answer: Printed): void {
    const [, token] = /"invite_url":"[^"]*#([^"#]+)"/.exec(answer.printed) ?? [];
    if (token !== undefined) this.newest.set('TOKEN', token);
    const made = new Map<string, string>();
    for (const [id, kind = ''] of answer.printed.matchAll(/\b([a-z]{3,4})_[0-9A-Z]{26}\b/g)) {
      if (!made.has(kind)) made.set(kind, id);
    }
    for (const [kind, id] of made) this.newest.set(kind, id);
  }

  private filledIn(commands: string): string {
    return replacedAll(commands, { 'tl_live_…': this.service.apiKey, ...this.words })
      .replaceAll(/\b([a-z]{3,4})_(?:…|01KAH[0-9A-Z]{21})/g, (all, kind: string) => this.newest.get(kind) ?? all)
      .replaceAll('TOKEN=…', `TOKEN=${this.newest.get('TOKEN')}`);
  }

  private problemsOf(step: WalkStep, { printed, status }: Printed, files: readonly string[]): string[] {
    if (exceptionTo(this.walked.page, step) !== undefined) return [];
    const seen = [printed, ...files].join('\n');
    const failed = status === 0 ? [] : [`It ended with ${status}.`];
    const isRefused = printed.includes('{"error":') && !step.examples.some((example) => example.includes('"error"'));
    const refused = isRefused ? ['It was refused.'] : [];
    const lost = /^.*(?:command not found|No such file or directory)$/m.exec(printed) ?? [];
    const unlike = step.examples.flatMap((example) => this.unlike(replacedAll(example, this.words), seen));
    const problems = [...failed, ...refused, ...lost, ...unlike];
    return problems.length === 0 ? [] : [...problems, `It printed:\n${seen}`];
  }

  /** The parts of an example that were not printed. */
  private unlike(example: string, printed: string): string[] {
    const json = parseExample(example);
    if (json !== undefined) {
      const answer = parseJson(printed);
      if (answer === undefined) return ['It printed no JSON.'];
      return differencesAnywhere(json, answer);
    }
    const form = formOf(evenly(example).replaceAll(/\s*…\s*/g, '…'), 'any');
    return new RegExp(form, 'u').test(evenly(printed)) ? [] : [`It has nothing like: ${example}`];
  }
}
