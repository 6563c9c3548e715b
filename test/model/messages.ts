/** A user; an expired token is replaced by a new one. */
export type Person = {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly role: 'Advertiser' | 'Executor' | 'Operator'
  token: string
  readonly key: string
}

/** A request of somebody. */
export type Asked = {
  readonly person: Person
  /** The credential; an access token by default. */
  readonly credential?: 'key'
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: object
  readonly form?: Buffer
}

/** A record or problem, untyped. */
export type Body = Readonly<Record<string, unknown>>
export type Answer = {
  readonly status: number
  readonly body: Body
  readonly raw: string
  readonly isReplayed: boolean
}
