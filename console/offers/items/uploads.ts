import { useSyncExternalStore } from 'react'
import { type B, randomKey } from '../../api.ts'
import { queryClient } from '../../queries.ts'
import { sendFile } from '../../send-file.ts'
import { type Delimiter, withCommas } from './read-rows.ts'

/** A file that is on its way to the server. It is gone after a reload; what the server has is an import. */
export type Upload = {
  readonly file: File
  readonly delimiter: Delimiter
  /** How much was sent, from 0 to 1. */
  readonly share: number
  readonly error: unknown
}

let uploads: ReadonlyMap<number, Upload> = new Map()
const listeners = new Set<() => void>()

function change(task: number, upload: Upload | undefined): void {
  const next = new Map(uploads)
  if (upload) next.set(task, upload)
  else next.delete(task)
  uploads = next
  for (const tell of listeners) tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The upload of a file of items for this offer. It goes on while other pages of the console are open. */
export const useItemUpload = (task: number): Upload | undefined =>
  useSyncExternalStore(subscribe, () => uploads.get(task))

export const forgetUpload = (task: number): void => change(task, undefined)

const keys = new WeakMap<File, Map<number, string>>()

/** The Idempotency-Key of a chosen file for an offer: each attempt, and each press of the button, is the same import. */
function keyOf(task: number, file: File): string {
  const ofFile = keys.get(file) ?? new Map<number, string>()
  const key = ofFile.get(task) ?? randomKey()
  keys.set(file, ofFile.set(task, key))
  return key
}

/** Sends a file of items to an offer, once. */
export async function uploadItems(task: number, file: File, delimiter: Delimiter): Promise<void> {
  const current = uploads.get(task)
  if (current?.file === file && !current.error) return
  const started = { file, delimiter, share: 0, error: undefined }
  change(task, started)
  try {
    await sendFile<B['Import']>({
      path: `/api/v1/tasks/${task}/imports`,
      body: await withCommas(file, delimiter),
      type: 'text/csv',
      key: keyOf(task, file),
      onProgress: (share) => change(task, { ...started, share }),
    })
    await queryClient.invalidateQueries({ queryKey: ['imports', task] })
    change(task, undefined)
  } catch (error) {
    change(task, { ...started, error })
  }
}
