import { OutgoingFailed } from '../../platform/outgoing-http/failure.ts'
import type { Outgoing, OutgoingRequest } from '../../platform/outgoing-http/outgoing-http.ts'
import { answersChallenge, challengeKind } from '../events/event.ts'
import { type Attempt, failureOf, type Outcome } from './delivery.ts'

export const noResponse = { statusCode: null, durationMs: 0, excerpt: null }

type Request = OutgoingRequest & { readonly body: string; readonly signal: AbortSignal }

/**
 * Sends an attempt. A challenge succeeds only if the answer repeats it. Returns undefined if the attempt was cancelled. Throws
 * OutgoingFailed if the address has no capacity.
 */
export async function post(outgoing: Outgoing, { url, kind }: Attempt, request: Request): Promise<Outcome | undefined> {
  const { signal, body } = request
  if (signal.aborted) return undefined
  try {
    const response = await outgoing.post(url, request)
    const { status, durationMs, excerpt } = response
    const retryAfter = response.headers['retry-after']
    const answered = { statusCode: status, error: failureOf(status), durationMs, excerpt, retryAfter }
    if (kind !== challengeKind || answered.error !== null) return answered
    const isProof = answersChallenge(body, response.text)
    return isProof ? { ...answered, isProof } : { ...answered, error: 'The answer does not repeat the challenge' }
  } catch (error) {
    if (signal.aborted) return undefined
    if (!(error instanceof OutgoingFailed) || error.isCrowded) throw error
    return { ...noResponse, error: error.reason, durationMs: error.durationMs }
  }
}
