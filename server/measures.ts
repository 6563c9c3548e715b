import { measuredBooks, measuredSlots, measuredWork } from './audit/actions-measured.ts'
import { measuredMails } from './platform/mails-measured.ts'
import type { Measure } from './platform/metrics-measure.ts'
import { measuredQueues } from './webhooks/actions-measured.ts'

/** Everything that is read in the database for whoever watches the metrics. Each is one look at indexes. */
export const measures: readonly Measure[] = [measuredQueues, measuredMails, measuredBooks, measuredWork, measuredSlots]
