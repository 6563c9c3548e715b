import { createHash } from 'node:crypto'
import type { StoredMail } from '../../server/platform/mail/mail.ts'
import { OutgoingFailed } from '../../server/platform/outgoing-http/failure.ts'
import type { Outgoing } from '../../server/platform/outgoing-http/outgoing-http.ts'

/** External systems: webhook receivers and a mail server, which fail at times. */
export type ThirdParties = {
  readonly outgoing: Outgoing
  readonly post: (url: string, from: string, mail: StoredMail) => Promise<void>
  /** Received events by id, and received mails by number. */
  readonly events: Set<number>
  readonly mails: Set<number>
  readonly random: () => number
}

const answers: readonly (readonly [status: number, share: number, headers?: Readonly<Record<string, string>>])[] = [
  [200, 72],
  [204, 6],
  [500, 6],
  [404, 3],
  [503, 3, { 'retry-after': '120' }],
  [429, 3, { 'retry-after': 'Wed, 01 Jan 2031 00:00:00 GMT' }],
  [301, 1],
  [410, 0.2],
  [0, 6],
]
const total = answers.reduce((sum, [, share]) => sum + share, 0)

/** The result of a message depends on the seed and the attempt's number, not on its time. */
export function thirdPartiesOf(seed: number): ThirdParties {
  const events = new Set<number>()
  const mails = new Set<number>()
  let attempts = 0
  const number = (what: string): number =>
    createHash('sha256').update(`${seed} ${what}`).digest().readUInt32BE() / 2 ** 32
  const post: Outgoing['post'] = async (_url, { headers, body }) => {
    const [status = 0, , headersSent = {}] = responseAt(number(`answer ${++attempts}`))
    if (status === 0) throw new OutgoingFailed('No answer within 15 seconds', 15_000)
    if (status < 300) events.add(Number(headers['webhook-id']?.replace('evt_', '')))
    return { status, headers: headersSent, text: challengeIn(String(body)), excerpt: '', durationMs: 7 }
  }
  return {
    outgoing: { post, close: async () => {} },
    post: async (_url, _from, { id, attempts: index }) => {
      const fraction = number(`mail ${id} ${index}`)
      if (fraction < 0.1) throw new Error('the mail server is away')
      mails.add(id)
      if (fraction < 0.15) throw new Error('the mail server went away after it had taken the mail')
    },
    events,
    mails,
    random: () => number(`luck ${attempts}`),
  }
}

/** Receivers repeat the challenge of a new webhook, and say nothing to other events. */
function challengeIn(body: string): string {
  const { type, data } = JSON.parse(body)
  return type === 'webhook.verification' ? data.challenge : ''
}

function responseAt(fraction: number): (typeof answers)[number] {
  let left = fraction * total
  for (const answer of answers) {
    left -= answer[1]
    if (left < 0) return answer
  }
  return [200, 1]
}
