import type { Work } from '../scenario.ts'
import { draftTask } from '../scenarios/drafts.ts'
import { listFirst } from '../scenarios/lists.ts'
import { reserveDistinct } from '../scenarios/reservations.ts'

const among = 10
const readBalance: Work = {
  name: 'balance',
  request: ({ keys }, index) => ({ method: 'GET', path: '/v1/balance', bearer: keys[index % keys.length] ?? '' }),
}
const reserve: Work = {
  ...reserveDistinct,
  request: (facts, index, publicUrl) => reserveDistinct.request(facts, index % facts.tokens.length, publicUrl),
}
const rare: readonly Work[] = [draftTask, reserve, readBalance]

/** Of ten requests seven read the list, one creates a draft, one reserves and one reads a balance. */
export const mixedWork: Work = {
  name: 'mixed',
  setup: 'free',
  request: (facts, index, publicUrl) => {
    const work = rare[index % among] ?? listFirst
    return { ...work.request(facts, Math.floor(index / among), publicUrl), operation: work.name }
  },
}
