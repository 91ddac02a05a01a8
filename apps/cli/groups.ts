import type { LazyCommand } from './lazy-commands.js';

/** The commands of the first word. */
export const groups: readonly LazyCommand[] = [
  {
    name: 'organization',
    description: 'organizations, their tier and suspension',
    load: async () => (await import('./organization.commands.js')).addOrganizationCommands,
  },
  {
    name: 'keys',
    description: 'API keys',
    load: async () => (await import('./keys.commands.js')).addKeyCommands,
  },
  {
    name: 'owner',
    description: 'the first sign-in of an owner',
    load: async () => (await import('./owner.commands.js')).addOwnerCommands,
  },
  {
    name: 'users',
    description: 'people who sign in, and their roles',
    load: async () => (await import('./users.commands.js')).addUserCommands,
  },
  {
    name: 'projections',
    description: 'the read models, made from the event log',
    load: async () => (await import('./projections.commands.js')).addProjectionCommands,
  },
  {
    name: 'messages',
    description: 'consumer groups of the message bus',
    load: async () => (await import('./messages.commands.js')).addMessageCommands,
  },
  {
    name: 'jobs',
    description: 'work that is done later or again',
    load: async () => (await import('./jobs.commands.js')).addJobCommands,
  },
  {
    name: 'documents',
    description: 'documents to be translated',
    load: async () => (await import('./documents.commands.js')).addDocumentCommands,
  },
  {
    name: 'webhooks',
    description: 'what is sent to receivers',
    load: async () => (await import('./webhooks.commands.js')).addWebhookCommands,
  },
  {
    name: 'models',
    description: 'models that translate on this machine: install, update, verify, take along',
    load: async () => (await import('./models/models.commands.js')).addModelCommands,
  },
  {
    name: 'usage',
    description: 'requests and characters of an organization, by day and endpoint',
    load: async () => (await import('./usage.command.js')).addUsage,
  },
  {
    name: 'audit',
    description: 'the audit log of an organization',
    load: async () => (await import('./audit.commands.js')).addAuditCommands,
  },
  {
    name: 'events',
    description: 'the event log',
    load: async () => (await import('./events.commands.js')).addEventCommands,
  },
  {
    name: 'log',
    description: 'the event log and its readers',
    load: async () => (await import('./log.commands.js')).addLogCommands,
  },
  {
    name: 'replay',
    description: 'build the read models of a moment in a schema of their own, for an auditor',
    load: async () => (await import('./replay.command.js')).addReplay,
  },
  {
    name: 'doctor',
    description: 'what is missing, away or behind, and what to do about it; exit code 1 if something is wrong',
    load: async () => (await import('./doctor/doctor.command.js')).addDoctor,
  },
  {
    name: 'backup',
    description: 'write all data but the master key to a file, beside the running service',
    load: async () => (await import('./backup/backup.commands.js')).addBackup,
  },
  {
    name: 'restore',
    description: 'fill an empty data folder from a backup',
    load: async () => (await import('./backup/backup.commands.js')).addRestore,
  },
];
