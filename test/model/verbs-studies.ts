import { returnSignature, studySecretOf } from '../../server/offers/studies/study.ts'
import { sql } from '../../server/platform/sql.ts'
import { idOf } from '../../server/values/id.ts'
import { secretKey } from '../support/secret-key.ts'
import { screenOutOf } from './study-members.ts'
import { ownerOf, pick, type Verb, type WeightedVerb } from './verbs.ts'

type Reserved = { readonly id: number; readonly offer: number; readonly executor: number }

/** Its study turns an executor away, or says that they are done; sometimes with a wrong signature. */
const comeBack: Verb = async (world, rng) => {
  const row = await pick<Reserved>(
    world,
    rng,
    sql`select id, offer, executor from reservations where status = 'Active' or ${rng.happens(0.1)}`,
  )
  if (!row) return undefined
  const action = rng.happens(0.8) ? 'screened-out' : rng.happens(0.5) ? 'complete' : 'failed-check'
  const secret = studySecretOf(secretKey, idOf(row.offer), rng.happens(0.95) ? 1 : 2)
  return {
    ...ownerOf(rng, world.executors, row.executor),
    method: 'POST',
    path: `/api/executor/reservations/${row.id}/return`,
    body: { action, signature: returnSignature(secret, String(row.id), action) },
  }
}

type Study = {
  readonly id: number
  readonly owner: number
  readonly quotas: readonly { readonly max: number }[] | null
}

/** Lets more executors take part, or pays more or fewer of those who are turned away. */
const resizeStudy: Verb = async (world, rng) => {
  const row = await pick<Study>(
    world,
    rng,
    sql`select id, advertiser as owner, quotas from offers where quotas is not null or screen_out_units is not null`,
  )
  if (!row) return undefined
  const body =
    row.quotas && rng.happens(0.5)
      ? { quotas: row.quotas.map((quota) => ({ ...quota, max: quota.max + rng.whole(3) })) }
      : { screenOut: screenOutOf(rng) }
  return {
    ...ownerOf(rng, world.advertisers, row.owner),
    credential: 'key',
    method: 'PATCH',
    path: `/v1/tasks/${row.id}`,
    body,
  }
}

export const studyVerbs: readonly WeightedVerb[] = [
  ['comeBack', 8, comeBack],
  ['resizeStudy', 3, resizeStudy],
]
