import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { MutationObserver } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { ApiError, randomKey, unwrap } from '../../api.ts'
import { isTransient, queryClient } from '../../queries.ts'
import { notifyFailure } from '../../ui/undo/undo.tsx'
import { keptName } from '../../workspace.ts'
import { changedByDecisions, type DecisionRequest, idsOf, recordNumbers, sendDecision } from './decision-request.ts'

/* The decisions that the server has not confirmed yet. They are stored in this browser, and survive an outage, a reload and a closed tab. */

/**
 * `undoable` until its time to undo has passed, then `sending`. `unconfirmed` if no answer arrived, so that it may or may not have taken
 * effect. A confirmed decision leaves the outbox.
 */
type State = 'undoable' | 'sending' | 'refused' | 'unconfirmed'
export type OutgoingDecision = {
  /** Also the idempotency key: sent again, the decision counts once. */
  readonly key: string
  readonly request: DecisionRequest
  readonly state: State
  readonly error?: unknown
}

type StoredDecision = Pick<OutgoingDecision, 'key' | 'request'> & { readonly tab: string; readonly at: number }

const retriesMax = 3
/** After this time, a decision that another tab stored is sent by this one. */
const abandonedMs = 60_000

let account = 0
let outgoing: ReadonlyMap<string, OutgoingDecision> = new Map()
let stateOfReports: Readonly<Record<number, OutgoingDecision>> = {}
const listeners = new Set<() => void>()

const storageName = () => keptName(`decisions:${account}`)

function readStored(): StoredDecision[] {
  try {
    return JSON.parse(localStorage.getItem(storageName()) ?? '[]')
  } catch {
    return []
  }
}

/** A decision that is too large for the browser's storage is sent from this page only. */
function writeStored(all: readonly StoredDecision[]): void {
  try {
    if (all.length === 0) localStorage.removeItem(storageName())
    else localStorage.setItem(storageName(), JSON.stringify(all))
  } catch {
    // The browser's storage is full: it keeps the decisions that it already has.
  }
}

/** Identifies this tab, also after a reload. */
function tabKey(): string {
  const key = sessionStorage.getItem('tab') ?? randomKey()
  sessionStorage.setItem('tab', key)
  return key
}

function setOutgoing(next: ReadonlyMap<string, OutgoingDecision>): void {
  outgoing = next
  stateOfReports = Object.fromEntries(
    [...next.values()].flatMap((decision) => idsOf(decision.request).map((id) => [id, decision] as const)),
  )
  for (const listener of listeners) listener()
}

const put = (decision: OutgoingDecision): void => setOutgoing(new Map(outgoing).set(decision.key, decision))
const forget = (key: string): void => writeStored(readStored().filter((stored) => stored.key !== key))

/** Adds a decision that can still be undone. Returns its key. */
export function addDecision(request: DecisionRequest): string {
  const key = randomKey()
  const ids = idsOf(request)
  // Replaces an earlier decision on the same submission, which was refused or not confirmed.
  const isOther = (other: { readonly request: DecisionRequest }) => !idsOf(other.request).some((id) => ids.includes(id))
  writeStored([...readStored().filter(isOther), { key, request, tab: tabKey(), at: Date.now() }])
  setOutgoing(
    new Map([...[...outgoing].filter(([, other]) => isOther(other)), [key, { key, request, state: 'undoable' }]]),
  )
  return key
}

/** Removes a decision before it was sent. */
export function removeDecision(key: string): void {
  forget(key)
  setOutgoing(new Map([...outgoing].filter(([other]) => other !== key)))
}

/** Whether a later attempt with the same key may succeed. */
const isUnconfirmed = (error: unknown): boolean =>
  isTransient(error) ||
  (error instanceof ApiError && (error.status === 401 || error.code === 'idempotency_key_in_progress'))

export type Delivered = { readonly body: unknown }

/** Sends a decision, with retries. Returns the response, or undefined if it was refused or not confirmed. */
export async function deliverDecision(key: string): Promise<Delivered | undefined> {
  const decision = outgoing.get(key)
  if (!decision) return undefined
  put({ key, request: decision.request, state: 'sending' })
  const mutation = new MutationObserver(queryClient, {
    mutationFn: () => unwrap(sendDecision(decision.request, { 'Idempotency-Key': key })),
    retry: (count, error) => isUnconfirmed(error) && count < retriesMax,
  })
  try {
    const body = await mutation.mutate()
    forget(key)
    await Promise.all(changedByDecisions.map((noun) => queryClient.invalidateQueries({ queryKey: [noun] })))
    removeDecision(key)
    return { body }
  } catch (error) {
    if (!isUnconfirmed(error)) forget(key)
    put({ key, request: decision.request, state: isUnconfirmed(error) ? 'unconfirmed' : 'refused', error })
    // The review page reports this failure itself.
    if (listeners.size === 0) {
      const numbers = recordNumbers(idsOf(decision.request))
      notifyFailure(i18n._(msg`Your decision was not confirmed: ${numbers}. Open Review.`), error as Error)
    }
    return undefined
  }
}

/** Sends what this tab left unconfirmed when it was closed or reloaded, and what other tabs abandoned. */
export function restoreDecisions(accountId: number): void {
  account = accountId
  const tab = tabKey()
  const isOurs = (stored: StoredDecision) => stored.tab === tab || Date.now() - stored.at > abandonedMs
  const left = readStored().filter((stored) => isOurs(stored) && !outgoing.has(stored.key))
  for (const { key, request } of left) {
    put({ key, request, state: 'sending' })
    void deliverDecision(key)
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the unconfirmed decisions by the numbers of their reports. */
export const useDecisionsOfReports = () => useSyncExternalStore(subscribe, () => stateOfReports)
export const useOutgoingDecisions = () => useSyncExternalStore(subscribe, () => outgoing)
