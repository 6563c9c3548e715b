import { ApiError, announceSessionEnd } from './api.ts'
import { currentLanguage } from './language.ts'

type FileRequest = {
  readonly path: string
  readonly body: Blob | FormData
  /** The media type of a blob. */
  readonly type?: string
  /** The same for each attempt with the same file, so that it is stored only once. */
  readonly key: string
  readonly onProgress: (share: number) => void
  readonly signal?: AbortSignal
}

const unauthorized = 401

/** Posts a file; returns the body of the answer. Throws ApiError. Uses XMLHttpRequest, because fetch does not report upload progress. */
export function sendFile<Body>({ path, body, type, key, onProgress, signal }: FileRequest): Promise<Body> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/console${path}`)
    request.setRequestHeader('Idempotency-Key', key)
    request.setRequestHeader('Accept-Language', currentLanguage())
    if (type) request.setRequestHeader('Content-Type', type)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('error', () => reject(new ApiError({})))
    request.addEventListener('abort', () => reject(new ApiError({})))
    request.addEventListener('load', () => {
      const { status, responseText } = request
      if (status === unauthorized) announceSessionEnd()
      const answer = parseJson(responseText)
      if (status >= 200 && status < 300 && answer) resolve(answer as Body)
      else reject(new ApiError({ status, ...answer }))
    })
    signal?.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}

const parseJson = (text: string): object | undefined => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
