/** A response: status, headers, and the body, parsed if it is JSON. */
export type Answer = { readonly status: number; readonly headers: Headers; readonly body: any; readonly raw: string }

type RequestBody = string | Uint8Array | FormData | ReadableStream

export type Client = {
  get(path: string): Promise<Answer>
  post(path: string, body?: unknown): Promise<Answer>
  put(path: string, body?: unknown): Promise<Answer>
  patch(path: string, body?: unknown): Promise<Answer>
  delete(path: string): Promise<Answer>
  /** Sends the body unchanged: text, bytes or a form. */
  send(method: string, path: string, body?: RequestBody, headers?: Record<string, string>): Promise<Answer>
}

/** Returns the headers that present a secret: a token or key as a bearer, a session as a cookie of our own page. */
export function presenting(base: string, secret?: string): Record<string, string> {
  if (secret?.includes('session_token=')) return { cookie: secret, origin: base }
  return secret === undefined ? {} : { authorization: `Bearer ${secret}` }
}

export function clientOf(base: string, secret?: string): Client {
  const presented = presenting(base, secret)
  const send: Client['send'] = async (method, path, body, headers = {}) => {
    const response = await fetch(base + path, {
      method,
      body: (body ?? null) as never,
      headers: { ...presented, ...headers },
    })
    const raw = await response.text()
    return { status: response.status, headers: response.headers, body: parsed(raw), raw }
  }
  const json = (method: string) => (path: string, body?: unknown) =>
    body === undefined
      ? send(method, path)
      : send(method, path, JSON.stringify(body), { 'content-type': 'application/json' })
  return {
    send,
    get: (path) => send('GET', path),
    post: json('POST'),
    put: json('PUT'),
    patch: json('PATCH'),
    delete: (path) => send('DELETE', path),
  }
}

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}
