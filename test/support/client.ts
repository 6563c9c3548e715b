/** An answer as it came: status, headers, and the body parsed where it is JSON. */
export type Answer = { readonly status: number; readonly headers: Headers; readonly body: any; readonly raw: string }

type Sent = string | Uint8Array | FormData | ReadableStream

export type Client = {
  get(path: string): Promise<Answer>
  post(path: string, body?: unknown): Promise<Answer>
  put(path: string, body?: unknown): Promise<Answer>
  patch(path: string, body?: unknown): Promise<Answer>
  delete(path: string): Promise<Answer>
  /** The body is sent as it is: text, bytes or a form. */
  send(method: string, path: string, body?: Sent, headers?: Record<string, string>): Promise<Answer>
}

export function clientOf(base: string, bearer?: string): Client {
  const authorization: Record<string, string> = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }
  const send: Client['send'] = async (method, path, body, headers = {}) => {
    const response = await fetch(base + path, {
      method,
      body: (body ?? null) as never,
      headers: { ...authorization, ...headers },
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
