import type { Served } from '../installation.ts'
import { memoryOf } from '../machine.ts'
import type { openSetup } from '../operations.ts'

/** The measured server, and an advertiser's key. */
export type Site = {
  readonly setup: Awaited<ReturnType<typeof openSetup>>
  readonly server: Served
  readonly key: string
}

export async function send<Answer>(
  { server, key }: Site,
  path: string,
  body?: string | ReadableStream,
  type = 'application/json',
): Promise<Answer> {
  const headers = { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': type }) }
  const given = body === undefined ? {} : { method: 'POST', body, duplex: 'half' }
  const response = await fetch(`${server.address}${path}`, { headers, ...given } as RequestInit)
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 500)}`)
  return JSON.parse(text) as Answer
}

/** Returns resident memory in MiB: the server's, its most so far, and PostgreSQL's. */
export function memoryIn({ server, setup }: Site) {
  const nothing = { serverMiB: Number.NaN, serverMiBMost: Number.NaN, databaseMiB: Number.NaN }
  return memoryOf(server.server.pid ?? 0, setup.postmaster) ?? nothing
}
