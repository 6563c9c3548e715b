import { useEffect, useRef, useState } from 'react'
import { type A, ApiError, groupA, unwrap } from '../../api.ts'
import { onReconnect } from '../../connection.ts'
import { type Draft, isDraft } from '../../offers/page-form/form-schema.ts'
import { isTransient } from '../../queries.ts'
import { readStored, removeStored, store } from '../../ui/persisted.ts'

/** The page and the items of a reservation. */
export type PageWork = A['PageWork']

/** A study is one page on another site, which keeps its answers. */
export const isStudy = ({ page, items }: PageWork): boolean => page.signed === true && items.length === 1

type Drafts = Readonly<Record<number, Draft>>
export type Saving = 'saved' | 'saving' | 'waiting' | 'refused'

export type Answers = {
  readonly drafts: Drafts
  readonly saving: Saving
  readonly change: (itemId: number, draft: Draft) => void
  /** Sends unsaved changes to the server now, without waiting for a pause. */
  readonly save: () => void
  /** Shows what the server has, and forgets what was to be sent of this item. */
  readonly learn: (itemId: number, draft: Draft) => void
  /** Waits until what is being sent has arrived or failed, so that a later answer is not overwritten. */
  readonly settle: () => Promise<void>
  /** Forgets what this browser has kept, after the work was submitted. */
  readonly clear: () => void
}

/** How long a person pauses before their entries are sent, in milliseconds. */
const pauseMs = 500
/** When a server that refused for now is asked again; a lost connection tells itself when it is back. */
const againMs = 4_000

function storedIn(name: string): Drafts {
  try {
    const stored: unknown = JSON.parse(readStored(name) ?? '{}')
    return isDraft(stored) ? (stored as Drafts) : {}
  } catch {
    return {}
  }
}

type Item = { readonly itemId: number; readonly draft: unknown }

/**
 * Returns the drafts of the answers and the functions that change them. Each change is stored in the browser until the server has saved it,
 * so a reload or a lost connection loses nothing.
 */
export function useAnswers(reservationId: number, items: readonly Item[]): Answers {
  const name = `answers-${reservationId}`
  const [drafts, setDrafts] = useState<Drafts>(() => ({
    ...Object.fromEntries(items.flatMap(({ itemId, draft }) => (isDraft(draft) ? [[itemId, draft]] : []))),
    ...storedIn(name),
  }))
  const { saving, keep, save, clear, drop, settle } = useOutbox(name, reservationId)
  const change = (itemId: number, draft: Draft) => {
    setDrafts((before) => ({ ...before, [itemId]: draft }))
    keep(itemId, draft)
  }
  const learn = (itemId: number, draft: Draft) => {
    setDrafts((before) => ({ ...before, [itemId]: draft }))
    drop(itemId)
  }
  return { drafts, saving, change, save, learn, settle, clear }
}

/** Sends drafts one after the other, the latest of each item, until the server has them. */
function useOutbox(name: string, reservationId: number) {
  const [saving, setSaving] = useState<Saving>('saved')
  const outbox = useRef<Outbox | undefined>(undefined)
  outbox.current ??= newOutbox(name, reservationId, setSaving)
  const { save } = outbox.current
  useEffect(() => {
    save()
    const stop = onReconnect(save)
    addEventListener('pagehide', save)
    return () => {
      save()
      stop()
      removeEventListener('pagehide', save)
    }
  }, [save])
  return { saving, ...outbox.current }
}

type Outbox = Pick<Answers, 'save' | 'settle' | 'clear'> & {
  readonly keep: (itemId: number, draft: Draft) => void
  readonly drop: (itemId: number) => void
}

/** The drafts that the server does not have yet; this browser keeps them. */
function unsentIn(name: string) {
  let unsent: Drafts = storedIn(name)
  const put = (next: Drafts) => {
    unsent = next
    if (Object.keys(next).length === 0) removeStored(name)
    else store(name, next)
  }
  return {
    first: () => Object.entries(unsent)[0],
    add: (itemId: number, draft: Draft) => put({ ...unsent, [itemId]: draft }),
    /** Removes the draft of an item; with `sent`, only if it has not changed since. */
    remove: (itemId: number, sent?: Draft) => {
      const { [itemId]: latest, ...others } = unsent
      if (sent === undefined || latest === sent) put(others)
    },
    clear: () => put({}),
  }
}

function newOutbox(name: string, reservationId: number, tell: (saving: Saving) => void): Outbox {
  const unsent = unsentIn(name)
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | undefined
  const send = async () => {
    for (let entry = unsent.first(); entry !== undefined; entry = unsent.first()) {
      const [itemId, draft] = entry
      await sendDraft(reservationId, itemId, draft)
      unsent.remove(Number(itemId), draft)
    }
  }
  const failed = (error: unknown) => {
    tell(isTransient(error) ? 'waiting' : 'refused')
    if (isTransient(error)) timer = setTimeout(save, againMs)
  }
  const save = () => {
    clearTimeout(timer)
    if (sending || !unsent.first()) return
    const sent = send().finally(() => {
      sending = undefined
    })
    sending = sent.then(() => tell('saved'), failed)
  }
  const keep = (itemId: number, draft: Draft) => {
    unsent.add(itemId, draft)
    tell('saving')
    clearTimeout(timer)
    timer = setTimeout(save, pauseMs)
  }
  const drop = (itemId: number) => {
    unsent.remove(itemId)
    if (!unsent.first()) tell('saved')
  }
  const settle = async () => {
    save()
    await sending
  }
  return { save, keep, drop, settle, clear: unsent.clear }
}

const sendDraft = (reservationId: number, itemId: string, draft: Draft) =>
  unwrap(
    groupA.PUT('/api/executor/reservations/{reservationId}/answers/{itemId}', {
      params: { path: { reservationId, itemId: Number(itemId) } },
      body: draft as { value?: Record<string, unknown>; skipped?: string },
    }),
  )

/** Saves a whole answer. Throws ApiError if it does not fit the page. */
export const sendAnswer = (reservationId: number, itemId: number, draft: Draft) =>
  sendDraft(reservationId, String(itemId), { ...draft, isComplete: true } as Draft)

/** Returns what the server has of an item, such as the answer of a page in another tab; undefined: nothing. */
export async function readDraft(reservationId: number, itemId: number): Promise<Draft | undefined> {
  const { items } = await unwrap(
    groupA.GET('/api/executor/reservations/{reservationId}/work', { params: { path: { reservationId } } }),
  )
  const draft: unknown = items.find((item) => item.itemId === itemId)?.draft
  return isDraft(draft) ? draft : undefined
}

/** Returns the item to which a refusal of the submission belongs; undefined if it is about something else. */
export function refusedPlace(error: unknown): number | undefined {
  if (!(error instanceof ApiError)) return undefined
  const [place] = error.errors.flatMap(({ field }) => /^details\.answers\.(\d+)\./.exec(field)?.[1] ?? [])
  return place === undefined ? undefined : Number(place)
}
