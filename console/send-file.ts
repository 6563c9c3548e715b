import { ApiError, announceSessionEnd } from './api.ts'
import { currentLanguage } from './language.ts'
import { inWorkspace } from './workspace.ts'

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
    request.open('POST', inWorkspace(`/console${path}`))
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
      else reject(new ApiError(refusalOf(request, answer)))
    })
    signal?.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}

/** A refusal with the seconds after which another attempt may succeed, where the server says so. */
const refusalOf = (request: XMLHttpRequest, answer: object | undefined) => {
  const retryAfterSeconds = Number(request.getResponseHeader('Retry-After') ?? 0)
  return { status: request.status, ...(retryAfterSeconds > 0 ? { retryAfterSeconds } : {}), ...answer }
}

const parseJson = (text: string): object | undefined => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
