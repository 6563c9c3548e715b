import { keptDays } from './delivery.ts'
import { eventDaysKept } from './event.ts'

/** Days after which new events and attempts go to the next partition. */
export const partitionDays = 7

/**
 * Days after which rows are deleted one by one. Their partition has been dropped before unless it contains pending deliveries; one
 * more day allows for downtime of the job.
 */
export const sweptDays = Math.max(keptDays, eventDaysKept) + partitionDays + 1
