import { countedMax } from '../../values/requests/page.ts'
import { secondsSince } from '../clock.ts'
import { type Measure, measure } from '../metrics-endpoint/measure.ts'
import { gauge, inDatabase as source } from '../observability/metrics.ts'
import { sql } from '../sql.ts'

const waiting = gauge('market_mails_waiting', 'Unsent mails, counted up to 10,000.', { source })
const oldest = gauge('market_mails_oldest_age_seconds', 'Age of the oldest unsent mail.', {
  source,
})

export const measuredMails: Measure = measure([waiting, oldest], 15, async (db) => {
  const { count, oldestSeconds } = await db.one<{ count: number; oldestSeconds: number | null }>(sql`
    select count(*) as count, ${secondsSince(db.now(), sql`min(created_at)`)} as oldest_seconds
    from (select created_at from mails where due_at is not null order by due_at limit ${countedMax}::bigint) first`)
  waiting.set({}, count)
  oldest.set({}, oldestSeconds ?? 0)
})
