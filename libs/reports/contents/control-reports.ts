import type { ReportType } from '#libs/domain/report/report-types.js';
import { euAiAct } from './eu-ai-act/eu-ai-act.js';
import { gdprDpa } from './gdpr-dpa/gdpr-dpa.js';
import { gdprDpia } from './gdpr-dpia/gdpr-dpia.js';
import { iso27001 } from './iso27001/iso27001.js';
import type { ReportBuilder } from './report-body.js';
import { soc2 } from './soc2/soc2.js';
import { vahti } from './vahti/vahti.js';

/** The types that compare what the service shows with a law or a standard: all but usage and audit, which only count. */
export const controlReports = {
  gdpr_dpa: gdprDpa,
  gdpr_dpia: gdprDpia,
  eu_ai_act: euAiAct,
  vahti,
  soc2,
  iso27001,
} as const satisfies Record<Exclude<ReportType, 'usage' | 'audit'>, ReportBuilder>;
