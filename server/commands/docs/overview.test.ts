import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openMarket } from '../../../test/support/market.ts'
import { mountedRoutes } from '../../../test/support/mounted-routes.ts'

const overview = await readFile(join(import.meta.dirname, '../../../docs/api/overview.md'), 'utf8')

test('docs/api/overview.md lists exactly the operations of the server', async () => {
  const { ctx } = await openMarket()
  const mounted = (await mountedRoutes(ctx)).map(({ route }) => route.replace(/:(\w+)/g, '{$1}'))
  const listed = [...overview.matchAll(/^\| `([A-Z]+ \/\S*)` \|/gm)].map(([, operation]) => operation)
  assert.deepEqual(listed.sort(), mounted.sort())
})
