import { sql } from '../../server/platform/sql.ts'
import type { Rng } from '../properties/rng.ts'
import type { Simulation } from './simulation.ts'

/** The next deadlines of the latest records. */
const ends = sql`
  (select review_deadline_at as at from executions where status = 'Pending' order by id desc limit 3)
  union all (select rework_deadline_at from executions where status = 'ReworkRequested' order by id desc limit 3)
  union all (select expires_at from reservations where status = 'Active' order by id desc limit 3)
  union all (select held_until from reservations where status = 'Active' order by id desc limit 3)
  union all (select decide_by_at from disputes where status not in ('PaymentPending', 'Resolved') order by id desc limit 2)
  union all (select appeal_deadline_at from executions where status = 'Rejected' and kept_units > 0 order by id desc limit 2)
  union all (select clears_at from clearings where cleared_at is null order by id desc limit 2)`

/** The jobs that act on them. */
export const enders = [
  'expire reservations',
  'accept reports by deadline',
  'expire reworks',
  'apply dispute deadlines',
  'request guarantee payments',
  'release costs of appeals',
  'clear earnings',
]

/** Moves the clock exactly to a deadline, or one millisecond before or after. Returns whether there was one. */
export async function standAtEnd({ owner, clock }: Simulation, rng: Rng): Promise<boolean> {
  const deadlines = await owner.many<{ at: Date }>(sql`
    select at from (${ends}) ends
    where at > ${clock.now()} + interval '2 seconds' and at < ${clock.now()} + interval '9 days' order by at`)
  const at = rng.one(deadlines)?.at
  if (at) clock.offsetMs = at.getTime() - clock.startMs - 1 + rng.whole(3)
  return at !== undefined
}
