import { type A, type B, groupA, groupB } from '../api.ts'
import type { Headers } from '../queries.ts'

export type Qualification = B['Qualification']
export type Cursor = { readonly cursor?: string }

/** A grant as either side shows it: by the executor's id for the advertiser, or by the account. */
export type Grant = Omit<B['QualificationGrant'], 'id' | 'allowedActions'> & { readonly name: string }

export type NewQualification = {
  readonly name: string
  readonly description: string | null
  readonly howToGet: string | null
  readonly isVisible: boolean
  readonly hasScore?: boolean
}
/** One score and expiry for several executors, or a CSV text. */
export type NewGrants = {
  readonly names: readonly string[]
  readonly score: number | null
  readonly expiresAtUtc: string | null
  readonly csv: string | null
  readonly reason: string | null
}

const named = ({ id, ...rest }: B['QualificationGrant']): Grant => ({ ...rest, name: id })
const numbered = ({ id, ...rest }: A['MarketplaceGrant']): Grant => ({ ...rest, name: String(id) })
const at = (id: number) => ({ path: { id } })

/** Returns a body with grants or CSV. */
const grantsOf = <Name extends object>(
  { names, score, expiresAtUtc, csv, reason }: NewGrants,
  by: (name: string) => Name,
) => (csv === null ? { grants: names.map((name) => ({ ...by(name), score, expiresAtUtc })), reason } : { csv, reason })

const advertiser = {
  path: '/advertiser/qualifications',
  list: (query: Cursor, signal: AbortSignal) => groupB.GET('/qualifications', { params: { query }, signal }),
  get: (id: number, signal: AbortSignal) => groupB.GET('/qualifications/{id}', { params: at(id), signal }),
  create: (body: NewQualification, header: Headers) => groupB.POST('/qualifications', { params: { header }, body }),
  change: (id: number, body: NewQualification, header: Headers) =>
    groupB.PATCH('/qualifications/{id}', { params: { ...at(id), header }, body }),
  remove: (id: number, header: Headers) => groupB.DELETE('/qualifications/{id}', { params: { ...at(id), header } }),
  grants: async (id: number, query: Cursor, signal: AbortSignal) => {
    const answer = await groupB.GET('/qualifications/{id}/grants', { params: { ...at(id), query }, signal })
    return { ...answer, data: answer.data && { ...answer.data, items: answer.data.items.map(named) } }
  },
  grant: (id: number, grants: NewGrants, header: Headers) =>
    groupB.POST('/qualifications/{id}/grants', {
      params: { ...at(id), header },
      body: grantsOf(grants, (executorId) => ({ executorId })),
    }),
  take: (id: number, executorId: string, header: Headers) =>
    groupB.DELETE('/qualifications/{id}/grants/{executorId}', {
      params: { path: { id, executorId: executorId as never }, header },
    }),
} as const

const operator = {
  path: '/operator/qualifications',
  list: (query: Cursor, signal: AbortSignal) =>
    groupA.GET('/api/operator/qualifications', { params: { query }, signal }),
  get: (id: number, signal: AbortSignal) => groupA.GET('/api/operator/qualifications/{id}', { params: at(id), signal }),
  create: (body: NewQualification, header: Headers) =>
    groupA.POST('/api/operator/qualifications', { params: { header }, body }),
  change: (id: number, body: NewQualification, header: Headers) =>
    groupA.PATCH('/api/operator/qualifications/{id}', { params: { ...at(id), header }, body }),
  remove: (id: number, header: Headers) =>
    groupA.DELETE('/api/operator/qualifications/{id}', { params: { ...at(id), header } }),
  grants: async (id: number, query: Cursor, signal: AbortSignal) => {
    const answer = await groupA.GET('/api/operator/qualifications/{id}/grants', {
      params: { ...at(id), query },
      signal,
    })
    return { ...answer, data: answer.data && { ...answer.data, items: answer.data.items.map(numbered) } }
  },
  grant: (id: number, grants: NewGrants, header: Headers) =>
    groupA.POST('/api/operator/qualifications/{id}/grants', {
      params: { ...at(id), header },
      body: grantsOf(grants, (name) => ({ accountId: Number(name) })),
    }),
  take: (id: number, accountId: string, header: Headers) =>
    groupA.DELETE('/api/operator/qualifications/{id}/grants/{accountId}', {
      params: { path: { id, accountId: accountId as never }, header },
    }),
} as const

/** The operations of an advertiser on their own qualifications, and of operators on those of the marketplace. */
export const sides = { advertiser, operator }
export type SideName = keyof typeof sides
