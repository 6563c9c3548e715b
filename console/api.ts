import createClient, { createQuerySerializer } from 'openapi-fetch'
import type { components as ComponentsA, paths as PathsA } from './api/group-a.ts'
import type { components as ComponentsB, paths as PathsB } from './api/group-b.ts'
import { isOfMarketplace, reconnect } from './connection.ts'
import { currentLanguage } from './language.ts'
import { forgetWorkspace, inWorkspace, workspace } from './workspace.ts'

/** Schemas of the API by their names in the OpenAPI documents. */
export type A = ComponentsA['schemas']
export type B = ComponentsB['schemas']

export type FieldError = {
  readonly field: string
  readonly code: string
  readonly detail: string
  readonly params?: { readonly min?: number; readonly max?: number; readonly format?: string }
}

/** A problem from the API (RFC 9457), or code `unreachable` if there was no response. */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  readonly title: string
  readonly errors: readonly FieldError[]
  readonly requestId: string | undefined
  /** All members of the problem, such as `currentStatus`. */
  readonly facts: Readonly<Record<string, unknown>>

  constructor(problem: Partial<ApiError> & { readonly detail?: string }) {
    super(problem.detail ?? problem.title ?? 'unreachable')
    this.code = problem.code ?? 'unreachable'
    this.status = problem.status ?? 0
    this.title = problem.title ?? ''
    this.errors = problem.errors ?? []
    this.requestId = problem.requestId
    this.facts = problem
  }
}

/** Emits an event when the session has ended, so that users can sign in again on the same page. */
export const sessionEnded = new EventTarget()
export const announceSessionEnd = (): boolean => sessionEnded.dispatchEvent(new Event('ended'))

/** Whether the page is being left: only a request that outlives it arrives. */
let isLeaving = false
addEventListener('pagehide', () => {
  isLeaving = true
})
addEventListener('pageshow', () => {
  isLeaving = false
})

async function send(request: Request): Promise<Response> {
  request.headers.set('Accept-Language', currentLanguage())
  const response = await fetch(isLeaving ? new Request(request, { keepalive: true }) : request).catch(() => undefined)
  if (!response || !isOfMarketplace(response)) {
    if (!request.signal.aborted) void reconnect()
    throw new ApiError({ status: response?.status ?? 0 })
  }
  if (response.status === 401) announceSessionEnd()
  if (workspace && response.status === 404) await leaveEndedWorkspace(response.clone())
  return response
}

/** The membership has ended: the tab goes on with the own account. */
async function leaveEndedWorkspace(response: Response): Promise<void> {
  const problem = await response.json().catch(() => undefined)
  if (problem?.code !== 'workspace_not_found') return
  forgetWorkspace()
  location.assign('/')
}

/** A request whose path names the workspace of this tab. */
class RequestInWorkspace extends Request {
  constructor(address: string, init?: RequestInit) {
    super(inWorkspace(address), init)
  }
}
const shared = { fetch: send, Request: RequestInWorkspace as typeof Request }

const serialize = createQuerySerializer<Record<string, unknown>>()
/** An empty field of a filter is none; the API refuses empty parameters. */
const querySerializer = (query: Record<string, unknown>): string =>
  serialize(Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')))

/** Group A with the session: `/api/…`. */
export const groupA = createClient<PathsA>({ baseUrl: '/console', ...shared, querySerializer })
/** Group B with the session: `/tasks`, `/reports` … */
export const groupB = createClient<PathsB>({ baseUrl: '/console/api/v1', ...shared, querySerializer })
/** Operations for sessions only: `/console/api/settings/…`, `/console/api/sign-up`. */
export const sessionApi = createClient<PathsA>({ baseUrl: '', fetch: send, querySerializer })

type ApiResult<Body> = { readonly data?: Body; readonly error?: unknown; readonly response: Response }

/** Returns the body of a response. Throws a Refusal for an error. */
export async function unwrap<Body>(query: Promise<ApiResult<Body>>): Promise<Body> {
  const { data, error, response } = await query
  if (response.ok) return data as Body
  throw new ApiError({ status: response.status, ...(error as object) })
}

/** Returns an idempotency key; works in insecure contexts too. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Returns the path of an API file for reading with the session, without the host of its address. */
export function fileUrl(address: string): string {
  const { pathname, search } = new URL(address, location.origin)
  return inWorkspace(`/console/api${pathname}${search}`)
}

/** Returns the path of the small picture of an uploaded image. */
export const thumbnailUrl = (address: string): string => `${fileUrl(address)}?thumbnail=true`
