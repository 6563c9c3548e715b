import { measuredBooks, measuredMarket, measuredOverdue } from './audit/actions-measured.ts'
import { measuredMails } from './platform/mail/metrics.ts'
import type { Measure } from './platform/metrics-endpoint/measure.ts'
import { measuredQueues } from './webhooks/health/actions-measured.ts'

/** What every process reads that shows metrics: each is a look at indexes, and costs the same however large the market is. */
const inEach: readonly Measure[] = [measuredQueues, measuredMails, measuredBooks, measuredOverdue]

/** Everything that is read in the database for whoever watches the metrics. */
export const measures: readonly Measure[] = [...inEach, measuredMarket]

/** What a process reads. What costs as much as the market is large is left to those few that do the jobs; no alert needs it. */
export const measuresWhere = (jobs: boolean): readonly Measure[] => (jobs ? measures : inEach)
