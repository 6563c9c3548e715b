import assert from 'node:assert/strict'
import { unusedMax } from '../../server/proofs/proof.ts'
import { activeOffer, executor, type Person, reserved, workPath } from '../support/fixtures.ts'
import { blackPng } from '../support/inputs/bytes.ts'
import { form, formType, png } from '../support/inputs/uploads.ts'
import type { Attack } from './attack.ts'
import { during } from './bystander.ts'

const side = 7_070
const forms = 6
/** Pictures in a form. */
const pictures = 3

/** Replays forms of large pictures that are eventually rejected; another executor's pictures must not queue behind them. */
export const pictureQueue: Attack = {
  title: 'large pictures of one executor hold up the pictures of nobody else',
  run: async ({ market }) => {
    const { id: offer } = await activeOffer(market, { slots: 2 })
    const [attacker, other] = [await executor(market), await executor(market)]
    for (const person of [attacker, other]) await reserved(person, offer)
    const large = { fileName: 'a.png', type: 'image/png', bytes: blackPng(side, side) }
    const broken = { ...large, bytes: large.bytes.subarray(0, large.bytes.length / 2) }
    const small = await png()
    const send = (person: Person, parts: Parameters<typeof form>[0]) =>
      person.a.send('POST', `${workPath(offer)}/proof/uploads`, new Uint8Array(form(parts)), {
        'content-type': formType,
      })
    const attack = Promise.all(Array.from({ length: forms }, () => send(attacker, [large, large, broken])))
    let stored = 0
    const sendSmall = async () => {
      const answer = await send(other, [small])
      if (answer.status === 200) stored++
      return answer
    }
    // An executor can have only that many files that are in no report.
    const { statuses } = await during(attack, () =>
      stored < unusedMax ? sendSmall() : other.a.get('/api/executor/balance'),
    )
    const answers = (await attack).map(({ status }) => status)
    assert.deepEqual(
      answers.filter((status) => status !== 400 && status !== 429 && status !== 503),
      [],
    )
    assert.deepEqual(
      [...statuses].filter((status) => status !== 429),
      [200],
    )
    // If each small picture waited for a large one, no more of them would be stored than large ones were read.
    const read = pictures * answers.filter((status) => status === 400).length
    assert.ok(stored > read, `${stored} small pictures were stored, beside ${read} large ones`)
  },
}
