import { randomBytes } from 'node:crypto'
import type { Id } from '../../values/id.ts'
import { apiVersion, publicEventId } from './event.ts'

const challengeBytes = 24
export const testKind = 'webhook.test'
/** Asks the receiver to prove that it knows the secret of the endpoint. */
export const challengeKind = 'webhook.verification'
export const trialKinds = [testKind, challengeKind] as const
export const isTrialKind = (kind: string): kind is TrialKind => trialKinds.some((trial) => trial === kind)
export type TrialKind = (typeof trialKinds)[number]

type TrialEvent = {
  readonly kind: TrialKind
  readonly event: Id<'event'>
  readonly account: Id<'account'>
  readonly endpoint: Id<'endpoint'>
  readonly happenedAt: Date
  readonly livemode: boolean
}

/** Returns the body of a test event or challenge. Its sequence number is 0, because it is not part of the account's feed. */
export const trialPayload = ({ kind, event, account, endpoint, happenedAt, livemode }: TrialEvent): string =>
  JSON.stringify({
    id: publicEventId(event),
    type: kind,
    timestamp: happenedAt.toISOString(),
    apiVersion,
    livemode,
    accountId: account,
    sequence: 0,
    data: {
      webhookId: endpoint,
      ...(kind === testKind
        ? { message: 'This is a test. Nothing happened.' }
        : { challenge: randomBytes(challengeBytes).toString('base64url') }),
    },
  })

/** Whether an answer repeats the challenge of a body: as JSON `{"challenge": "…"}` or as text. */
export function answersChallenge(body: string, answer: string): boolean {
  const { challenge } = JSON.parse(body).data
  if (answer.trim() === challenge) return true
  try {
    return JSON.parse(answer)?.challenge === challenge
  } catch {
    return false
  }
}
