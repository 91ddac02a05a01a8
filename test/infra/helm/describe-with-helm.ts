import { describeUnlessMissing } from '#test/servers/describe-with.js';
import { missingServers, type ServerName } from '#test/servers/installed.js';
import { isHelmOnPath } from './helm.js';

/** A suite that runs Helm, which may be on PATH or the project's own. */
export const describeWithHelm = (title: string, suite: () => void, others: readonly ServerName[] = []): void =>
  describeUnlessMissing(missingServers(isHelmOnPath ? others : ['helm', ...others]), title, suite);
