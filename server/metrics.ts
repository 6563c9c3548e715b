import { measuredLedgerCheck, measuredMarket, measuredOverdue } from './audit/actions-metrics.ts'
import { measuredMails } from './platform/mail/metrics.ts'
import type { Measure } from './platform/metrics-endpoint/measure.ts'
import { measuredQueues } from './webhooks/health/actions.ts'

/** Measures of every process with metrics: each reads indexes only, at a cost that does not grow with the data. */
const cheapMeasures: readonly Measure[] = [measuredQueues, measuredMails, measuredLedgerCheck, measuredOverdue]

export const measures: readonly Measure[] = [...cheapMeasures, measuredMarket]

/** Returns the measures of a process. Those whose cost grows with the data run only in processes with jobs; no alert needs them. */
export const measuresOf = (runsJobs: boolean): readonly Measure[] => (runsJobs ? measures : cheapMeasures)
