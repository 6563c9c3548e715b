import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { commandsOn } from '../../test/support/commands.ts'
import { openMarket } from '../../test/support/market.ts'
import { disputedWork } from '../../test/support/scenarios/appeals.ts'

type Listed = {
  readonly items: readonly { readonly id: number; readonly status: string }[]
  readonly totalCount: number
}

const market = await openMarket()
const { ask, refused } = commandsOn(market)

describe('commands for disputes', () => {
  let dispute = ''
  before(async () => {
    dispute = String((await disputedWork(market)).dispute)
  })
  const decided = ['dispute', 'decide', '--note', 'We looked at all of them.']

  test('dispute list shows open disputes, or those of a status', async () => {
    const { items, totalCount } = await ask<Listed>('dispute', 'list')
    assert.deepEqual([items.map(({ id }) => String(id)), totalCount], [[dispute], 1])
    assert.equal((await ask<Listed>('dispute', 'list', '--status', 'Resolved,UnderReview')).totalCount, 0)
  })

  test('dispute decide ends a dispute in the name of the installation’s owner', async () => {
    assert.match(await refused(...decided, dispute, '--for', 'Silence'), /for: must be Executor or Advertiser/)
    assert.match(await refused('dispute', 'decide', dispute, '--for', 'Executor', '--note', ' '), /note: must have/)
    const { outcome, decidedBy } = await ask(...decided, dispute, '--for', 'Advertiser')
    assert.deepEqual([outcome, decidedBy], ['Advertiser', null])
    assert.match(await refused(...decided, dispute, '--for', 'Executor'), /^Not allowed in this dispute's status: /)
    assert.match(await refused(...decided, '999999', '--for', 'Executor'), /^Dispute not found: /)
  })

  test('guarantee lists what the platform paid for which advertiser', async () => {
    const { items, totalOwed } = await ask('guarantee')
    assert.deepEqual([items, totalOwed], [[], 0])
  })
})
