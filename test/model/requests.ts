import type { Answer, Asked, Body } from './messages.ts'
import type { LeftRecord, Version, World } from './world.ts'

/** A request with what must follow from it. */
export type Request = Asked & {
  /** The table in which each such request inserts one record. */
  readonly insertsInto?: string
  /** The record that must exist permanently after success: the response's, or the one named here. */
  readonly leavesRecord?: Omit<LeftRecord, 'id'> & { readonly id?: number }
  /** It names a record of another account, or none; it must fail. */
  readonly isForeign?: boolean
}

/** A violated invariant. */
export class Violation extends Error {}

export const formType = 'multipart/form-data; boundary=the-boundary'

/** Returns the headers and the body as they are sent. */
export function writtenOut({ person, credential, body, form }: Asked, key: string | undefined) {
  const type = form ? formType : body ? 'application/json' : undefined
  return {
    headers: {
      authorization: `Bearer ${credential === 'key' ? person.key : person.token}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(type === undefined ? {} : { 'content-type': type }),
    },
    payload: form ?? (body ? JSON.stringify(body) : undefined),
  }
}

export const answerOf = (status: number, raw: string, replayed: unknown): Answer => ({
  status,
  body: raw.startsWith('{') ? JSON.parse(raw) : {},
  raw,
  isReplayed: replayed === 'true',
})

export const outcomeOf = ({ status, body }: Answer): string =>
  status < 300 ? `${status}` : `${status} ${body['code']}`

/** Throws if the answer must not occur; otherwise records what it acknowledges. `isExcused`: a fault may have caused a 503. */
export function judge({ acknowledged }: World, request: Request, answer: Answer, isExcused: boolean): void {
  const { status, raw } = answer
  const about = `${request.method} ${request.path} ${JSON.stringify(request.body ?? {})} answered ${status} ${raw.slice(0, 400)}`
  if (status >= 500 && status !== 503) throw new Violation(about)
  if (status === 503 && !isExcused) throw new Violation(`${about}, though nothing had failed`)
  if (status < 300 && request.isForeign) throw new Violation(`${about}, though it is not theirs`)
  if (status >= 300) return
  noteVersion(acknowledged.versions, request.path, answer.body)
  if (request.leavesRecord) acknowledged.left.push({ id: Number(answer.body['id']), ...request.leavesRecord })
  if (!request.insertsInto) return
  const made = acknowledged.made.get(request.insertsInto) ?? new Set<number>()
  acknowledged.made.set(request.insertsInto, made)
  const id = Number(answer.body['id'])
  if (made.has(id) && !answer.isReplayed) throw new Violation(`${about}, which was made before`)
  made.add(id)
}

/** Counts a request that will insert a record, once for all its attempts; by -1, if it was refused. */
export function noteTry({ acknowledged: { tried } }: World, { insertsInto }: Request, by = 1): void {
  if (insertsInto) tried.set(insertsInto, (tried.get(insertsInto) ?? 0) + by)
}

const versioned: readonly (readonly [RegExp, Version['table']])[] = [
  [/^\/v1\/reports\/\d+\//, 'executions'],
  [/^\/api\/executor\/executions\/\d+\//, 'executions'],
  [/^\/v1\/tasks(?:\/\d+)?$/, 'offers'],
  [/^\/api\/(?:operator|executor)\/withdrawals(?:\/|$)/, 'withdrawals'],
]

function noteVersion(versions: Map<string, Version>, path: string, { id, version, status }: Body): void {
  const table = versioned.find(([pattern]) => pattern.test(path))?.[1]
  if (!table || typeof version !== 'number') return
  const key = `${table} ${id}`
  if ((versions.get(key)?.version ?? 0) < version)
    versions.set(key, { table, id: Number(id), version, status: String(status) })
}
