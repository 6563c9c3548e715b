import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import {
  errorsIn,
  missing,
  Problem,
  type ProblemKind,
  type ProblemType,
  unavailable,
  ValidationError,
} from '../../values/problems/problem.ts'
import { isUnreachable } from '../database/unreachable.ts'
import { counter } from '../observability/metrics.ts'
import { logOutage } from '../observability/outage-log.ts'
import { BodyTooLarge, filesType, jsonType, wrongBodyType } from './bodies.ts'
import { detailIn, languageOf, titleIn } from './problem-texts.ts'

export const MethodNotAllowed = missing<{ method: string; allowed: string }>(
  'method_not_allowed',
  'Method not allowed',
  ({ method, allowed }) => `${method} is not supported here. Allowed: ${allowed}.`,
)
const InternalError = unavailable(
  'internal_error',
  'Internal error',
  'An unexpected error occurred. It was logged under the request id; no partial change was made.',
)
export const TemporarilyUnavailable = unavailable(
  'temporarily_unavailable',
  'Temporarily unavailable',
  'The service is overloaded or cannot reach its database. Try again in a moment.',
)

const refusals = counter(
  'market_refusals_total',
  'Refused requests by problem code.',
  ['code'],
  [{ code: 'internal_error' }],
)

const statusOfKind: Record<ProblemKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  limited: 429,
  unavailable: 503,
}
const statusOfCode: Record<string, number> = {
  method_not_allowed: 405,
  request_timeout: 408,
  body_too_large: 413,
  unsupported_media_type: 415,
  headers_too_large: 431,
  internal_error: 500,
}
const retrySeconds = '1'
const problemType = 'application/problem+json'
const quotaExceeded = 'https://iana.org/assignments/http-problem-types#quota-exceeded'

export const statusOfType = ({ code, kind }: ProblemType): number => statusOfCode[code] ?? statusOfKind[kind]

/**
 * Returns the problem for an error: a refusal, a request that could not be read, or an internal error, which is logged. `bodyTypes`: the
 * media types of bodies that the route takes.
 */
export function problemOf(error: unknown, log: FastifyBaseLogger, bodyTypes: readonly string[] = [jsonType]): Problem {
  if (error instanceof Problem) return error
  const unread = unreadable(error, bodyTypes)
  if (unread) return unread
  if (isUnreachable(error)) {
    logOutage(log, error, 'a request failed: the database cannot be reached')
    return TemporarilyUnavailable({})
  }
  log.error({ err: error }, 'request failed')
  return InternalError({})
}

const reasons: Record<string, string> = {
  FST_ERR_BAD_URL: 'The path is malformed: each percent sign must be followed by two hexadecimal digits of UTF-8 text.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as Content-Length says.',
}

/** Maps Fastify's own request errors. */
function unreadable(error: unknown, bodyTypes: readonly string[]): Problem | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined
  const status = Number(error.statusCode)
  if (!(status >= 400 && status < 500)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return wrongBodyType(bodyTypes)
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' && !bodyTypes.includes(filesType)) return BodyTooLarge({})
  return ValidationError([], reasons[code] ?? `The request could not be read: ${error.message}.`)
}

/** Sends a problem (RFC 9457, `application/problem+json`). */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem, publicUrl: string) {
  const { status, headers, body } = problemAnswer(request, problem, publicUrl)
  return reply.code(status).headers(headers).serializer(asItIs).send(body)
}

/** Headers of every response. `nosniff`: browsers must not guess the content type. */
export const headersOfAll = (id: string) => ({ 'X-Request-Id': id, 'X-Content-Type-Options': 'nosniff' }) as const

/** A serializer for text that is serialized already. Without one, Fastify would add a charset, which JSON does not have. */
export const asItIs = (text: unknown): string => text as string

/** The parts of a request that its problem uses. */
export type AnsweredRequest = Pick<FastifyRequest, 'originalUrl' | 'id' | 'headers'>

/** Returns the status, headers and body text of a problem. */
export function problemAnswer(request: AnsweredRequest, problem: Problem, publicUrl: string) {
  refusals({ code: problem.type.code })
  const status = statusOfType(problem.type)
  const body = JSON.stringify(problemBody(problem, status, request, publicUrl))
  return {
    status,
    headers: { 'content-type': problemType, ...adviceOn(problem, status, metadataOf(request, publicUrl)) },
    body,
  }
}

/** Returns the headers that say when to retry, or which credential to use. */
function adviceOn(problem: Problem, status: number, metadata: string): Readonly<Record<string, string>> {
  if (status === 401 || problem.type.code === 'insufficient_scope')
    return { 'www-authenticate': challenge(problem) + metadata }
  if (status === 503) return { 'retry-after': retrySeconds }
  return status === 429 ? { 'retry-after': String(problem.extras['retryAfterSeconds'] ?? retrySeconds) } : {}
}

/** Assistants read where to learn how to get a credential (RFC 9728). */
const metadataOf = ({ originalUrl }: AnsweredRequest, publicUrl: string): string =>
  originalUrl.split('?')[0] === '/mcp'
    ? `, resource_metadata="${publicUrl}/.well-known/oauth-protected-resource/mcp"`
    : ''

/** Returns the type URI of a problem: a page of this installation, or the registered one for exceeded quotas. */
const typeUri = (publicUrl: string, { code, kind }: ProblemType): string =>
  kind === 'limited' ? quotaExceeded : `${publicUrl}/problems/${code}`

function problemBody(problem: Problem, status: number, request: AnsweredRequest, publicUrl: string) {
  const { extras, ...members } = membersOf(problem, request.headers['accept-language'], publicUrl)
  const { type, title, detail, code, ...errors } = members
  const instance = `${request.originalUrl.split('?')[0]}#${request.id}`
  return { type, title, status, detail, instance, code, requestId: request.id, ...errors, ...extras }
}

/** Returns the members that a problem has in every context. */
function membersOf(problem: Problem, acceptLanguage: string | undefined, publicUrl: string) {
  const language = languageOf(acceptLanguage)
  const errors = errorsIn(language, problem.errors)
  return {
    type: typeUri(publicUrl, problem.type),
    title: titleIn(language, problem.type),
    detail: detailIn(language, problem),
    code: problem.type.code,
    ...(errors.length > 0 ? { errors } : {}),
    extras: problem.extras,
  }
}

/** Returns a problem with one part of a request, to embed in the response: without the members about the request. */
export function partialProblem(problem: Problem, request: Pick<AnsweredRequest, 'headers'>, publicUrl: string) {
  const { extras, ...members } = membersOf(problem, request.headers['accept-language'], publicUrl)
  return { ...members, status: statusOfType(problem.type), ...extras }
}

/** Returns the WWW-Authenticate challenge (RFC 6750). */
function challenge({ type, extras }: Problem): string {
  if (type.code === 'token_missing') return 'Bearer realm="market"'
  if (type.code === 'insufficient_scope') {
    return `Bearer realm="market", error="insufficient_scope", scope="${String(extras['scope'])}"`
  }
  return 'Bearer realm="market", error="invalid_token"'
}
