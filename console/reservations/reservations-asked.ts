import { groupA } from '../api.ts'
import { ask } from '../queries.ts'

const query = { status: ['Active'], pageSize: 100 }

/** The reader's active reservations, those for rework included. */
export const reservationsAsked = ask(['reservations', query], (signal) =>
  groupA.GET('/api/executor/reservations', { params: { query }, signal }),
)
