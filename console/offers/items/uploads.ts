import { useSyncExternalStore } from 'react'
import { type B, randomKey } from '../../api.ts'
import { queryClient } from '../../queries.ts'
import { sendFile } from '../../send-file.ts'
import { type Delimiter, withCommas } from './read-rows.ts'

/** A file that is on its way to the server. It is gone after a reload; what the server has is an import. */
export type Upload = {
  readonly file: File
  readonly delimiter: Delimiter
  readonly key: string
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

/** Sends a file of items to an offer. An attempt after a failure is the same import. */
export async function uploadItems(
  task: number,
  file: File,
  delimiter: Delimiter,
  key: string = randomKey(),
): Promise<void> {
  const started = { file, delimiter, key, share: 0, error: undefined }
  change(task, started)
  try {
    await sendFile<B['Import']>({
      path: `/api/v1/tasks/${task}/imports`,
      body: await withCommas(file, delimiter),
      type: 'text/csv',
      key,
      onProgress: (share) => change(task, { ...started, share }),
    })
    await queryClient.invalidateQueries({ queryKey: ['imports', task] })
    change(task, undefined)
  } catch (error) {
    change(task, { ...started, error })
  }
}
