import { keptDays } from './delivery.ts'
import { eventDaysKept } from './event.ts'

/** After so many days, new events come into the next partition, and new attempts. */
export const partitionDays = 7

/**
 * What is older goes row by row. Partitions have gone before, unless something in them is still on its way; one day is for the
 * job that was not there.
 */
export const sweptDays = Math.max(keptDays, eventDaysKept) + partitionDays + 1
