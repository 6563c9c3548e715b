import type { A } from '../api.ts'
import { sendFile } from '../send-file.ts'

/** Proofs of a rework, and uploads that this browser kept before it was updated, have no warnings. */
export type Upload = Omit<A['Upload'], 'warnings'> & Partial<Pick<A['Upload'], 'warnings'>>

type UploadRequest = {
  readonly offerId: number
  readonly file: File
  /** The same for each attempt with the same file, so that it is stored only once. */
  readonly key: string
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** Uploads one proof. */
export async function uploadFile({ offerId, file, ...request }: UploadRequest): Promise<Upload> {
  const body = new FormData()
  body.append('files', file)
  const { items } = await sendFile<A['Uploads']>({
    path: `/api/executor/offers/${offerId}/proof/uploads`,
    body,
    ...request,
  })
  return items[0] as Upload
}
