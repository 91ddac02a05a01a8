/** The screens of an owner, in the order of the navigation. */
export const everyScreen = [
  { path: '/translate', name: 'Translate' },
  { path: '/documents', name: 'Documents' },
  { path: '/audit', name: 'Audit log' },
  { path: '/history', name: 'History' },
  { path: '/reports', name: 'Reports' },
  { path: '/compliance', name: 'Compliance' },
  { path: '/people', name: 'People' },
  { path: '/keys', name: 'API keys' },
  { path: '/usage', name: 'Usage' },
  { path: '/settings', name: 'Settings' },
] as const;
