/** Days that an event is kept after it was dispatched, and a delivery with its log after it ended. */
export const eventDaysKept = 30
export const deliveryDaysKept = 30

/** Days after which new events and attempts go to the next partition. */
export const partitionDays = 7

/**
 * Days after which rows are deleted one by one. Their partition has been dropped before unless it contains pending deliveries; one
 * more day allows for downtime of the job.
 */
export const sweptDays = Math.max(deliveryDaysKept, eventDaysKept) + partitionDays + 1
