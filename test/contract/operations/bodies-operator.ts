import { sql } from '../../../server/platform/sql.ts'
import type { Callers } from '../../support/callers.ts'
import { executor, expectOk } from '../../support/fixtures.ts'
import type { Ready } from './ready.ts'

/* Requests to operator operations that are not about a single record. */

let serial = 0

/** Returns a catalog with one changed name. */
export async function catalogEdit({ operator }: Callers): Promise<Ready> {
  const { etag, document } = expectOk(await operator.a.get('/api/operator/catalog'))
  const [first, ...others] = document.categories
  const names = { ...first.names, en: `Websites ${++serial}` }
  return { body: { etag, document: { ...document, categories: [{ ...first, names }, ...others] } } }
}

/** Returns the texts of the marketplace with another name. */
export async function siteEdit({ operator }: Callers): Promise<Ready> {
  const { texts } = expectOk(await operator.a.get('/api/operator/site'))
  return { body: { brandName: `Market ${++serial}`, texts } }
}

/** Returns a request about a new account, made by an operator that no other test uses. */
export async function operatorRequest({ market, strangers }: Callers): Promise<number> {
  const { id: account } = await executor(market)
  const made = await market.ctx.db.one<{ id: number }>(sql`
    insert into operator_requests (kind, account, add_roles, reason, status, requested_by, requested_at)
    values ('Roles', ${account}, '{Executor}', 'Helps from today on.', 'Requested', ${strangers.Operator.id}, now())
    returning id`)
  return made.id
}
