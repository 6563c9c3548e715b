/** Examples of one body, by descriptive name. */
export type Examples = Readonly<Record<string, unknown>>

/** The documentation of an operation that its schemas do not contain: texts, examples, and its own problems. */
export type OperationDocs = {
  /** The operationId; generated clients use it as a name. Must never change. */
  readonly id: string
  /** The section of the API reference. */
  readonly tag: string
  readonly summary: string
  readonly about?: string
  readonly body?: Examples
  /** The schema of a form body. */
  readonly form?: Readonly<Record<string, unknown>>
  /** Media types of a body that is a file. */
  readonly bodyFiles?: readonly string[]
  readonly answers: Readonly<Record<number, Examples>>
  /** Media types of a response that is a file. */
  readonly files?: readonly string[]
  /** Further media types of the response, for clients that ask for them. */
  readonly alsoAs?: readonly string[]
  /** Problem codes that do not follow from its requirement and parameters. */
  readonly problems?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

/** By method and path of the route: `POST /v1/tasks/:id`. */
export type Docs = Readonly<Record<string, OperationDocs>>

export type UntaggedDocs = Omit<OperationDocs, 'tag'> & { readonly tag?: string }

/** Returns the documentation of operations in the section `tag` of the API reference, unless one names another. */
export const docsIn = (tag: string, operations: Readonly<Record<string, UntaggedDocs>>): Docs =>
  Object.fromEntries(Object.entries(operations).map(([name, docs]) => [name, { tag, ...docs }]))

/** The documentation of one kind of event that is sent to subscribers. */
export type WebhookDocs = {
  readonly summary: string
  readonly about: string
  readonly schema: object
  readonly example: unknown
}
