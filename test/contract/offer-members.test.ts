import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownMembers } from '../../server/offers/body-members.ts'
import { activeOffer, executor, expectOk, outcome, taskBody } from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'
import { filesIn, textOf } from './architecture/sources.ts'

/** Follows docs/recipes/offer-field.md: each member that only the advertiser reads and writes, from its declaration. */

const market = await openMarket()
const page = textOf('docs/api/tasks.md')
const always = page.split('\n').filter((line) => /^\| `(PendingModeration|Completed)`/.test(line))

for (const [name, { default: unset, example, schema }] of Object.entries(ownMembers)) {
  test(`${name} is only for the advertiser, and returns to its default`, async () => {
    const { id, advertiser } = await activeOffer(market, { members: { [name]: example } })
    const path = `/v1/tasks/${id}`
    assert.deepEqual(expectOk(await advertiser.b.get(path))[name], example)
    const worker = await executor(market)
    assert.ok(
      !(name in expectOk(await worker.a.get(`/api/executor/offers/available/${id}`))),
      'executors do not read it',
    )
    const body = { ...(await taskBody(market)), [name]: example }
    assert.equal(outcome(await advertiser.a.post('/api/advertiser/offers/draft', body)), '400 validation_error')
    assert.deepEqual(expectOk(await advertiser.b.patch(path, { [name]: null }))[name], unset)
  })

  test(`${name} is in the documents`, () => {
    assert.ok(page.includes(`\`${name}\``), 'docs/api/tasks.md')
    for (const line of always) assert.ok(line.includes(`\`${name}\``), line)
  })

  if ((schema as { readonly type?: string }).type === 'boolean')
    test(`${name} is in the console's form and view`, () => {
      const values = textOf('console/offers/form/offer-values.ts')
      assert.equal(values.match(new RegExp(`\\b${name}: `, 'g'))?.length, 3, 'its type, first value and bodyOf')
      const fields = filesIn(['console/offers/form'], '.tsx').map(textOf)
      assert.ok(
        fields.some((text) => text.includes(`'${name}'`) || text.includes(`"${name}"`)),
        'a field',
      )
      assert.ok(textOf('console/offers/my-offers/own-offer-conditions.tsx').includes(`task.${name}`), 'the view')
    })
}
