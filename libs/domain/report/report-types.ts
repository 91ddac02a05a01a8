/** The types of compliance reports, as the specification names them. */
export const reportTypes = [
  'gdpr_dpa',
  'gdpr_dpia',
  'eu_ai_act',
  'vahti',
  'soc2',
  'iso27001',
  'usage',
  'audit',
] as const;
export type ReportType = (typeof reportTypes)[number];

export const reportFormats = ['pdf', 'json', 'csv', 'xlsx'] as const;
export type ReportFormat = (typeof reportFormats)[number];
