import { type A, Refusal, sessionEnded } from '../api.ts'
import { languageNow } from '../language.ts'

export type Upload = A['Upload']

type Sending = {
  readonly offerId: number
  readonly file: File
  /** The same for each attempt with the same file, so that it is stored only once. */
  readonly key: string
  readonly told: (share: number) => void
  readonly signal: AbortSignal
}

const unauthorized = 401

/** Uploads one file. Uses XMLHttpRequest, because fetch does not report upload progress. */
export function sendFile({ offerId, file, key, told, signal }: Sending): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/console/api/executor/offers/${offerId}/proof/uploads`)
    request.setRequestHeader('Idempotency-Key', key)
    request.setRequestHeader('Accept-Language', languageNow())
    request.upload.addEventListener('progress', ({ loaded, total }) => told(total > 0 ? loaded / total : 0))
    request.addEventListener('error', () => reject(new Refusal({})))
    request.addEventListener('abort', () => reject(new Refusal({})))
    request.addEventListener('load', () => {
      const [upload, refusal] = answerOf(request)
      if (request.status === unauthorized) sessionEnded.dispatchEvent(new Event('ended'))
      if (upload) resolve(upload)
      else reject(refusal)
    })
    signal.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append('files', file)
    request.send(form)
  })
}

function answerOf({ status, responseText }: XMLHttpRequest): [Upload | undefined, Refusal] {
  const body = parsed(responseText)
  const upload = status === 200 ? (body as A['Uploads']).items[0] : undefined
  return [upload, new Refusal({ status, ...body })]
}

const parsed = (text: string): object => {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
