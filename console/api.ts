import createClient from 'openapi-fetch'
import type { components as ComponentsA, paths as PathsA } from './api/group-a.ts'
import type { components as ComponentsB, paths as PathsB } from './api/group-b.ts'
import { languageNow } from './language.ts'

/** Shapes of the API by the names of its documents. */
export type A = ComponentsA['schemas']
export type B = ComponentsB['schemas']

export type FieldError = { readonly field: string; readonly code: string; readonly detail: string }

/** A refusal of the API (RFC 9457), or that it could not be reached: then its code is `unreachable`. */
export class Refusal extends Error {
  readonly code: string
  readonly status: number
  readonly title: string
  readonly errors: readonly FieldError[]
  readonly requestId: string | undefined

  constructor(problem: Partial<Refusal> & { readonly detail?: string }) {
    super(problem.detail ?? problem.title ?? 'unreachable')
    this.code = problem.code ?? 'unreachable'
    this.status = problem.status ?? 0
    this.title = problem.title ?? ''
    this.errors = problem.errors ?? []
    this.requestId = problem.requestId
  }
}

/** Told when the session turns out to have ended, so that people can sign in again where they are. */
export const sessionEnded = new EventTarget()

async function send(request: Request): Promise<Response> {
  request.headers.set('Accept-Language', languageNow())
  const response = await fetch(request).catch(() => undefined)
  if (!response) throw new Refusal({})
  if (response.status === 401) sessionEnded.dispatchEvent(new Event('ended'))
  return response
}

/** Group A under the session: `/api/…`. */
export const groupA = createClient<PathsA>({ baseUrl: '/console', fetch: send })
/** Group B under the session: `/tasks`, `/reports` … */
export const groupB = createClient<PathsB>({ baseUrl: '/console/api/v1', fetch: send })
/** What only a session may do: `/console/api/settings/…`, `/console/api/sign-up`. */
export const ownOnly = createClient<PathsA>({ baseUrl: '', fetch: send })

type Answer<Body> = { readonly data?: Body; readonly error?: unknown; readonly response: Response }

/** The body of an answer; throws a Refusal where it is one. */
export async function answered<Body>(query: Promise<Answer<Body>>): Promise<Body> {
  const { data, error, response } = await query
  if (response.ok) return data as Body
  throw new Refusal({ status: response.status, ...(error as object) })
}

/** A key that makes a repeated request the same one; also where the page is not in a secure context. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Where a file of the API is, read with the session: whatever host its address names. */
export function fileAddress(address: string): string {
  const { pathname, search } = new URL(address, location.origin)
  return `/console/api${pathname}${search}`
}
