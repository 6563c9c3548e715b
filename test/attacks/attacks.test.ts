import { describe, test } from 'node:test'
import { freePort } from '../support/ports.ts'
import { newInstallation } from '../support/program.ts'
import type { Attack } from './attack.ts'
import { codeGuessing } from './code-guessing.ts'
import { heavyChanges } from './heavy-changes.ts'
import { largeBodies } from './large-bodies.ts'
import { pictureQueue } from './picture-queue.ts'
import { secondBonus } from './second-bonus.ts'
import { slowExports } from './slow-exports.ts'
import { spentDebt } from './spent-debt.ts'

// biome-ignore format: one name a line, so that lists grow without conflicts
const attacks: readonly Attack[] = [
  codeGuessing,
  heavyChanges,
  largeBodies,
  pictureQueue,
  secondBonus,
  slowExports,
  spentDebt,
]

/**
 * Manual moderation and default limits: these are what the attacks target. Requests may wait long for the processor, which other tests
 * use too: test/flows/overload.test.ts has that limit.
 */
const settings = {
  MODERATION: 'manual',
  OPERATOR_SECOND_FACTOR: 'on',
  PAYOUT_ACCOUNT_WAIT_HOURS: '24',
  BOOKING_APPROVAL_ABOVE: '1000',
  KEY_RATE_PER_MINUTE: '1000',
  TOKEN_RATE_PER_MINUTE: '600',
  ACCOUNT_RATE_PER_MINUTE: '',
  REQUESTS_AT_ONCE_MAX: '',
  EXPORTS_AT_ONCE_MAX: '',
  LARGE_BODIES_AT_ONCE_MAX: '',
  WEBHOOK_ALLOW_PRIVATE: 'true',
}

describe('attacks on a running server are harmless', () => {
  test('all attacks', async (t) => {
    const installation = newInstallation(t, settings)
    const server = await installation.serve(await freePort())
    await installation.within(server.url, async (market) => {
      for (const attack of attacks)
        await t.test(attack.title, () => attack.run({ url: server.url, market, installation, pid: server.pid }))
    })
  })
})
