import { expectOk } from '../../support/fixtures.ts'
import type { Players } from '../../support/players.ts'
import type { Ready } from './ready.ts'

/* What it takes to ask the operations of operators that are about no single record. */

let serial = 0

/** A catalog in which one name is another. */
export async function catalogEdit({ operator }: Players): Promise<Ready> {
  const { etag, document } = expectOk(await operator.a.get('/api/operator/catalog'))
  const [first, ...others] = document.categories
  const names = { ...first.names, en: `Websites ${++serial}` }
  return { body: { etag, document: { ...document, categories: [{ ...first, names }, ...others] } } }
}
