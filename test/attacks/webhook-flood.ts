import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { openReceiver } from '../support/fakes/receiver.ts'
import { advertiser, outcome, submittedOffer } from '../support/fixtures.ts'
import type { Attack } from './attack.ts'

const endpoints = 19
const rounds = 40
/** Challenges and tests of an account in an hour, and the attempts of each within the attack. */
const testsPerHour = 30
const attemptsEach = 2
const quietMs = 3_000

/** Replays one account that aims many webhooks at a host which answers 200, and asks for tests and replays. */
export const webhookFlood: Attack = {
  title: 'webhooks and replays of one account flood no host that did not ask for them',
  run: async ({ market }) => {
    const [owner, victim] = [await advertiser(market), await openReceiver({ answersChallenges: false })]
    victim.reply(200)
    const answers = new Map<string, number>()
    const ask = async (path: string, body?: object): Promise<number | undefined> => {
      const answer = await owner.b.post(path, body)
      answers.set(outcome(answer), (answers.get(outcome(answer)) ?? 0) + 1)
      return answer.body?.id
    }
    const ids: number[] = []
    for (let made = 0; made < endpoints; made++) {
      const id = await ask('/v1/webhooks', { url: `${victim.url}/${made}` })
      if (id !== undefined) ids.push(id)
    }
    for (let made = 0; made < 3; made++) await submittedOffer(market, { advertiser: owner })
    for (let round = 0; round < rounds; round++)
      for (const id of ids.slice(0, 3)) {
        await ask(`/v1/webhooks/${id}/replay`, { fromSequence: 1 })
        await ask(`/v1/webhooks/${id}/test`)
      }
    await setTimeout(quietMs)
    assert.ok((answers.get('409 webhook_not_verified') ?? 0) >= rounds, 'no replay was accepted')
    assert.ok((answers.get('409 webhook_limit_reached') ?? 0) > 0, 'tests are limited')
    const { length } = victim.received
    assert.ok(length <= testsPerHour * attemptsEach, `the victim got ${length} requests`)
    assert.ok(victim.received.every(({ event: { type } }) => /^webhook\.(?:test|verification)$/.test(type)))
  },
}
