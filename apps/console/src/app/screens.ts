import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Session } from '@transledger/sdk';
import { type ComponentType, lazy } from 'react';

export interface ScreenEntry {
  path: string;
  name: MessageDescriptor;
  /** Scopes that the screen is of no use without; a role that lacks one does not see it. */
  scopes: Session['scopes'];
  Component: ComponentType;
}

const screen = (
  path: string,
  name: MessageDescriptor,
  scopes: Session['scopes'],
  load: () => Promise<{ default: ComponentType }>,
): ScreenEntry => ({ path, name, scopes, Component: lazy(load) });

/** The screens in the order of the navigation. */
export const screens: readonly ScreenEntry[] = [
  screen('/translate', msg`Translate`, ['translate'], () => import('../screens/translate/translate-screen')),
  screen('/documents', msg`Documents`, ['documents:read'], () => import('../screens/documents/documents-screen')),
  screen('/audit', msg`Audit log`, ['compliance:read'], () => import('../screens/audit/audit-screen')),
  screen('/history', msg`History`, ['compliance:read'], () => import('../screens/resource-history/history-screen')),
  screen('/reports', msg`Reports`, ['compliance:read'], () => import('../screens/reports/reports-screen')),
  screen('/compliance', msg`Compliance`, ['compliance:read'], () => import('../screens/compliance/compliance-screen')),
  screen('/people', msg`People`, ['organization:manage'], () => import('../screens/people/people-screen')),
  screen('/keys', msg`API keys`, ['keys:manage'], () => import('../screens/keys/keys-screen')),
  screen('/usage', msg`Usage`, [], () => import('../screens/usage/usage-screen')),
  screen('/settings', msg`Settings`, [], () => import('../screens/settings/settings-screen')),
];

export const missingScopes = ({ scopes }: Pick<ScreenEntry, 'scopes'>, session: Session): string[] =>
  scopes.filter((scope) => !session.scopes.includes(scope));
