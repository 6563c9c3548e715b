import type { VisitRequest } from './visit-state.ts'

const edge = 'bench-day-edge'

/** One character is one byte: paths are ASCII, and bodies are encoded as bytes. */
export function bytesOf(publicUrl: string, { method = 'GET', path, bearer, body, picture }: VisitRequest): string {
  const head = `${method} ${path} HTTP/1.1\r\nHost: ${new URL(publicUrl).host}\r\nAuthorization: Bearer ${bearer}\r\n`
  if (method === 'GET') return `${head}\r\n`
  const [type, text] = picture === undefined ? jsonOf(body) : formOf(picture)
  return `${head}${type}Content-Length: ${text.length}\r\n\r\n${text}`
}

const jsonOf = (body: unknown): readonly [type: string, text: string] =>
  body === undefined
    ? ['', '']
    : ['Content-Type: application/json\r\n', Buffer.from(JSON.stringify(body)).toString('latin1')]

const formOf = (picture: string): readonly [type: string, text: string] => [
  `Content-Type: multipart/form-data; boundary=${edge}\r\n`,
  `--${edge}\r\nContent-Disposition: form-data; name="files"; filename="page.jpg"\r\nContent-Type: image/jpeg\r\n\r\n${picture}\r\n--${edge}--\r\n`,
]
