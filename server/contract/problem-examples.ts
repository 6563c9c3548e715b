import { textOf } from '../platform/http/problem-texts.ts'
import type { ProblemType } from '../values/problems/problem.ts'

const requestId = 'req_5f0c8a3be1d94f7a2c61b0d3'
const quotaExceeded = 'https://iana.org/assignments/http-problem-types#quota-exceeded'

/** Returns an example body, as the server would send it. */
export function exampleOf(type: ProblemType, status: number, publicUrl: string, title = type.title) {
  const { code, detailOf } = type
  const { errors, ...extras } = textOf(code, 'en').example
  return {
    type: code === 'rate_limited' ? quotaExceeded : `${publicUrl}/problems/${code}`,
    title,
    status,
    detail: detailOf?.(extras) ?? (errors ?? []).map(({ field, detail }) => `${field}: ${detail}`).join(' '),
    instance: `/v1/tasks#${requestId}`,
    code,
    requestId,
    ...(errors ? { errors } : {}),
    ...extras,
  }
}
