import type { Callers } from '../../support/callers.ts'
import { expectOk } from '../../support/fixtures.ts'
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
