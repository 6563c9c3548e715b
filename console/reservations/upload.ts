import { type A, ApiError, announceSessionEnd } from '../api.ts'
import { currentLanguage } from '../language.ts'

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

const unauthorized = 401

/** Uploads one file. Uses XMLHttpRequest, because fetch does not report upload progress. */
export function uploadFile({ offerId, file, key, onProgress, signal }: UploadRequest): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/console/api/executor/offers/${offerId}/proof/uploads`)
    request.setRequestHeader('Idempotency-Key', key)
    request.setRequestHeader('Accept-Language', currentLanguage())
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('error', () => reject(new ApiError({})))
    request.addEventListener('abort', () => reject(new ApiError({})))
    request.addEventListener('load', () => {
      const [upload, refusal] = parseResponse(request)
      if (request.status === unauthorized) announceSessionEnd()
      if (upload) resolve(upload)
      else reject(refusal)
    })
    signal.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append('files', file)
    request.send(form)
  })
}

function parseResponse({ status, responseText }: XMLHttpRequest): [Upload | undefined, ApiError] {
  const body = parseJson(responseText)
  const upload = status === 200 ? (body as A['Uploads']).items[0] : undefined
  return [upload, new ApiError({ status, ...body })]
}

const parseJson = (text: string): object => {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
