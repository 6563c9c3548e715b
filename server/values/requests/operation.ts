/** Examples of one body, each under a name that says what it is an example of. */
export type Examples = Readonly<Record<string, unknown>>

/** What the contract says of an operation beside its schemas: words, examples, and the refusals that are its own. */
export type OperationDocs = {
  /** Its name in programs that are made from the contract. Never changes. */
  readonly id: string
  /** The chapter of the reference that it stands in. */
  readonly tag: string
  readonly summary: string
  readonly about?: string
  readonly body?: Examples
  /** The schema of a body that is a form. */
  readonly form?: Readonly<Record<string, unknown>>
  readonly answers: Readonly<Record<number, Examples>>
  /** Media types of an answer that is a file. */
  readonly files?: readonly string[]
  /** Codes of the problems that this operation can answer, beside those that follow from what it needs and takes. */
  readonly problems?: readonly string[]
  /** Request headers that it heeds, with what they do. */
  readonly headers?: Readonly<Record<string, string>>
}

/** By method and path, as the route is mounted: `POST /v1/tasks/:id`. */
export type Docs = Readonly<Record<string, OperationDocs>>

/** What is sent to the endpoints of subscribers for one kind of event. */
export type WebhookDocs = {
  readonly summary: string
  readonly about: string
  readonly schema: object
  readonly example: unknown
}
