import { statusOfType } from '../platform/http/answer.ts'
import { changing } from '../platform/http/idempotency.ts'
import { decidedAfterWait, nobody } from '../platform/http-server/own-interest.ts'
import { type ProblemType, problemTypes } from '../values/problems/problem.ts'
import { type Header, mapValues, type Reference, type Response, refTo, type Schema } from './document.ts'
import type { Operation } from './operations.ts'
import { exampleOf } from './problem-examples.ts'

const text = { type: 'string' }

const fieldErrorSchema: Schema = {
  type: 'object',
  required: ['field', 'code', 'detail'],
  properties: {
    pointer: { ...text, description: 'JSON pointer into the body' },
    parameter: { ...text, description: 'Name in the query' },
    field: text,
    code: text,
    detail: text,
    params: {
      type: 'object',
      additionalProperties: true,
      description: 'The violated limits, or the expected `format`',
    },
  },
}

/** The schema of a problem (RFC 9457). Some codes have further members, listed on the page of the code. */
const problemSchema: Schema = {
  type: 'object',
  description:
    'A problem (RFC 9457). `code` is for programs, `detail` for people; `type` links to a page about the code.',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId'],
  properties: {
    type: { ...text, format: 'uri' },
    title: { ...text, description: 'Title of the code, in the language of Accept-Language' },
    status: { type: 'integer' },
    detail: { ...text, description: 'What happened in this case and what to do' },
    instance: { ...text, description: 'Path of the request, with its id after #' },
    code: { description: 'Stable, for programs', anyOf: [refTo('schemas', 'ProblemCode'), text] },
    requestId: { ...text, description: 'The same as X-Request-Id' },
    errors: { type: 'array', items: refTo('schemas', 'FieldError'), description: 'Every wrong member, up to 20' },
    omittedErrors: { type: 'integer', description: 'Number of further wrong members; absent if `errors` names all' },
  },
  additionalProperties: true,
}

/** Codes of answers that belong to no operation. */
const outsideOperations = ['malformed_request', 'method_not_allowed', 'not_found', 'unknown_method']

/** Codes with which operations of an advertiser refuse a member, who calls them through the console. No document lists those paths. */
export const codesOfMembers = ['approval_required', 'own_work', 'workspace_not_found', 'workspace_role_required']

const ofMembers = (operations: readonly Operation[]): readonly string[] =>
  operations.some(({ route }) => route.endsWith('/console/api/settings/workspaces')) ? codesOfMembers : []

const codesIn = (operations: readonly Operation[]): string[] =>
  [...new Set([...operations.flatMap(codesOf), ...outsideOperations, ...ofMembers(operations)])]
    .filter((code) => problemTypes.has(code))
    .sort()

/** The schemas of problems: the body, its known codes, and one wrong member. */
export const problemSchemas = (operations: readonly Operation[]): Record<string, Schema> => ({
  Problem: problemSchema,
  ProblemCode: {
    type: 'string',
    enum: codesIn(operations),
    description: 'The known codes. Others may come at any time: treat them by their status',
  },
  FieldError: fieldErrorSchema,
})

const credentials = ['token_missing', 'token_invalid', 'token_expired', 'token_revoked']
/** Problems that any operation can return; operations refer to these responses. */
const everywhere: Readonly<Record<string, { readonly status: number; readonly codes: readonly string[] }>> = {
  Unauthenticated: { status: 401, codes: credentials },
  RequestTimeout: { status: 408, codes: ['request_timeout'] },
  RateLimited: { status: 429, codes: ['rate_limited'] },
  HeadersTooLarge: { status: 431, codes: ['headers_too_large'] },
  InternalError: { status: 500, codes: ['internal_error'] },
  Unavailable: { status: 503, codes: ['temporarily_unavailable'] },
}
export const isChanging = ({ method }: Pick<Operation, 'method'>): boolean => changing.has(method)

/** Returns the codes that follow from an operation's requirement, method and parameters. */
function impliedCodes({ requirement, method, docs, concerns, ifMatch }: Operation): string[] {
  const codes = ['validation_error', 'malformed_request']
  // A body is parsed even if none is expected.
  if (isChanging({ method }) && !docs?.form) codes.push('malformed_json', 'body_too_large', 'unsupported_media_type')
  if (ifMatch) codes.push('version_conflict')
  else if (requirement && isChanging({ method })) codes.push('not_supported')
  if (requirement && !requirement.evenSuspended) codes.push('account_suspended')
  if (requirement && requirement.role !== 'Any') codes.push('role_required')
  if (requirement?.role === 'Operator') codes.push('second_factor_required')
  if (requirement?.scope || requirement?.credential === 'Any') codes.push('insufficient_scope')
  if (requirement?.credential === 'ApiKey' || requirement?.credential === 'Any') codes.push('address_not_allowed')
  if (requirement?.credential === 'Session' && isChanging({ method })) codes.push('cross_site_request')
  if (requirement?.role === 'Executor') codes.push('executor_not_found')
  // What a test key may get instead of an answer of its sandbox.
  if (requirement && requirement.credential !== 'Session') {
    codes.push('sandbox_unavailable')
    if (isChanging({ method })) codes.push('sandbox_full')
  }
  if (concerns !== undefined && concerns !== nobody) codes.push('own_interest')
  if (decidedAfterWait.has(concerns)) codes.push('operator_waiting')
  if (isChanging({ method }))
    codes.push('idempotency_answer_not_stored', 'idempotency_key_in_progress', 'idempotency_key_reused')
  return codes.filter((code) => problemTypes.has(code))
}

function typeOf(code: string): ProblemType {
  const type = problemTypes.get(code)
  if (!type) throw new Error(`no refusal has the code ${code}`)
  return type
}

export function codesOf(operation: Operation): string[] {
  const common = Object.values(everywhere).flatMap(({ codes }) => codes)
  return [...new Set([...common, ...impliedCodes(operation), ...(operation.docs?.problems ?? [])])]
}

export function problemAnswers(operation: Operation): Record<string, Response | Reference> {
  const own = [...new Set([...impliedCodes(operation), ...(operation.docs?.problems ?? [])])]
  const byStatus = Object.groupBy(own, (code) => String(statusOfType(typeOf(code))))
  const answers: Record<string, Response | Reference> = {}
  for (const [status, codes = []] of Object.entries(byStatus)) answers[status] = problemAnswer(Number(status), codes)
  for (const [name, { status, codes }] of Object.entries(everywhere))
    answers[status] = byStatus[status]
      ? problemAnswer(status, [...byStatus[status], ...codes])
      : refTo('responses', name)
  return answers
}

const traced: Readonly<Record<string, Reference>> = { 'X-Request-Id': refTo('headers', 'X-Request-Id') }
const limited = { 'RateLimit-Policy': refTo('headers', 'RateLimit-Policy'), RateLimit: refTo('headers', 'RateLimit') }
const headersOf: Readonly<Record<number, Readonly<Record<string, Reference>>>> = {
  400: limited,
  401: { ...limited, 'WWW-Authenticate': refTo('headers', 'WWW-Authenticate') },
  403: limited,
  404: limited,
  409: limited,
  413: limited,
  415: limited,
  429: { ...limited, 'Retry-After': refTo('headers', 'Retry-After') },
  503: { 'Retry-After': refTo('headers', 'Retry-After') },
}

function problemAnswer(status: number, codes: readonly string[]): Response {
  const sorted = [...codes].sort()
  const code = { properties: { code: { anyOf: [{ type: 'string', enum: sorted }, text] } } }
  return {
    description: sorted.map((each) => `\`${each}\`: ${typeOf(each).title}.`).join('\n'),
    headers: { ...traced, ...headersOf[status] },
    content: {
      'application/problem+json': {
        schema: { allOf: [refTo('schemas', 'Problem'), code] },
        examples: Object.fromEntries(sorted.map((each) => [each, refTo('examples', each)])),
      },
    },
  }
}

export const sharedAnswers = (): Record<string, Response> =>
  mapValues(everywhere, ({ status, codes }) =>
    problemAnswer(
      status,
      codes.filter((code) => problemTypes.has(code)),
    ),
  )

/** One example per code of these operations. */
export const problemExamples = (publicUrl: string, operations: readonly Operation[]) =>
  Object.fromEntries(
    [...new Set(operations.flatMap(codesOf))].sort().map((code) => {
      const type = typeOf(code)
      return [code, { value: exampleOf(type, statusOfType(type), publicUrl) }]
    }),
  )

export const sharedHeaders: Readonly<Record<string, Header>> = {
  'X-Request-Id': { description: 'Id of this request, also in the log', schema: text },
  'RateLimit-Policy': { description: 'Rate limits that apply, such as `"default";q=1000;w=60`', schema: text },
  RateLimit: {
    description: 'Remaining requests and seconds until the reset, such as `"default";r=731;t=42`',
    schema: text,
  },
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } },
  'Idempotency-Replayed': {
    description: '`true` for a stored response to an earlier request with the same key',
    schema: { type: 'string', enum: ['true'] },
  },
  ETag: {
    description: 'The version of the record in quotes, such as `"4"`, for `If-Match`',
    schema: text,
  },
  Location: { description: 'URL of the new record', schema: { ...text, format: 'uri' } },
  'WWW-Authenticate': { description: 'Expected credential (RFC 6750)', schema: text },
}
