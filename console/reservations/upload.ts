import { type A, ApiError } from '../api.ts'
import { sendFile } from '../send-file.ts'

/** Proofs of a rework, and uploads that the server or an older browser kept, have no warnings. */
export type Upload = Pick<A['Upload'], 'url' | 'fileName' | 'size' | 'contentType'> &
  Partial<Pick<A['Upload'], 'warnings'>>

type UploadRequest = {
  readonly offerId: number
  readonly file: File
  /** The same for each attempt with the same file, so that it is stored only once. */
  readonly key: string
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

const attemptsMax = 6
const [waitMaxSeconds, second] = [60, 1_000]
const busyStatuses = [429, 503]

/** How many seconds to wait before the next attempt; undefined: another one would fail too. */
function waitOf(error: unknown, attempt: number): number | undefined {
  if (!(error instanceof ApiError) || attempt === attemptsMax) return undefined
  if (!busyStatuses.includes(error.status) && error.code !== 'idempotency_key_in_progress') return undefined
  const { retryAfterSeconds } = error.facts
  return Math.min(waitMaxSeconds, typeof retryAfterSeconds === 'number' ? retryAfterSeconds : 2 ** attempt)
}

const pause = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * second)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Uploads one proof. Waits and tries again while the server has no room for it. */
export async function uploadFile(request: UploadRequest): Promise<Upload> {
  for (let attempt = 1; ; attempt++)
    try {
      return await uploadOnce(request)
    } catch (error) {
      const wait = waitOf(error, attempt)
      if (wait === undefined || request.signal.aborted) throw error
      await pause(wait, request.signal)
      if (request.signal.aborted) throw error
    }
}

async function uploadOnce({ offerId, file, ...request }: UploadRequest): Promise<Upload> {
  const body = new FormData()
  body.append('files', file)
  const { items } = await sendFile<A['Uploads']>({
    path: `/api/executor/offers/${offerId}/proof/uploads`,
    body,
    ...request,
  })
  return items[0] as Upload
}
