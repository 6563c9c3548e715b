import type { paths as GroupA } from './generated/group-a.ts'
import type { paths as GroupB } from './generated/group-b.ts'
import type { Answer, Query, Request, Send } from './transport.ts'

interface Paths extends GroupA, GroupB {}
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
/** The paths that have such an operation. */
export type PathOf<M extends Method> = {
  [P in keyof Paths]: Paths[P][M] extends { responses: unknown } ? P : never
}[keyof Paths]

type Operation<M extends Method, P extends PathOf<M>> = Paths[P][M]
type Content<Body> = Body extends { content: { 'application/json': infer Data } } ? Data : undefined
type Success<Responses> = Responses extends { 201: infer Made }
  ? Content<Made>
  : Responses extends { 202: infer Begun }
    ? Content<Begun>
    : Responses extends { 200: infer Done }
      ? Content<Done>
      : undefined

/** The body of the answer of an operation. */
export type AnswerTo<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends { responses: infer Responses } ? Success<Responses> : never
/** The body of a request. */
export type BodyOf<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends { requestBody?: infer Body } ? Content<NonNullable<Body>> : never
/** The filters, sorts and pages of a list. */
export type QueryOf<P extends PathOf<'get'>> =
  Operation<'get', P> extends { parameters: { query?: infer Filters } } ? NonNullable<Filters> : never

/** The answer to come, and on demand the response with its status and headers. */
export type Call<Data> = Promise<Data> & { withResponse(): Promise<Answer<Data>> }

function called<Data>(answer: Promise<Answer<Data>>): Call<Data> {
  const data = answer.then((found) => found.data)
  const withResponse = () => {
    data.catch(() => {}) // The error is reported by `answer`.
    return answer
  }
  return Object.assign(data, { withResponse })
}

/** A page of a list. */
export type Page<Item> = {
  readonly items: readonly Item[]
  readonly totalCount: number
  /** False: counting stopped at `totalCount`, and there are more. */
  readonly totalCountIsExact: boolean
  readonly page: number
  readonly pageSize: number
  readonly nextCursor: string | null
}
type ItemOf<P extends PathOf<'get'>> = AnswerTo<'get', P> extends { items: readonly (infer Item)[] } ? Item : never

/** Awaited, it is one page. With `for await` it is every record, read by cursor. Nothing is sent before. */
export type List<Item> = PromiseLike<Page<Item>> & AsyncIterable<Item>

export type Client = ReturnType<typeof clientOf>

/** Returns the typed functions that resources call. */
export function clientOf(send: Send) {
  /** Sends a request of any operation for advertisers, executors and their programs. */
  function call<M extends Method, P extends PathOf<M>>(method: M, path: P, request: Request = {}) {
    return called(send(method.toUpperCase(), path, request) as Promise<Answer<AnswerTo<M, P>>>)
  }

  function list<P extends PathOf<'get'>>(path: P, query: Query = {}, request: Request = {}): List<ItemOf<P>> {
    const page = async (more: Query = {}) => {
      const { data } = await send('GET', path, { ...request, query: { ...query, ...more } })
      return data as Page<ItemOf<P>>
    }
    return {
      // biome-ignore lint/suspicious/noThenProperty: a list can be awaited for a page.
      then: (onDone, onError) => page().then(onDone, onError),
      async *[Symbol.asyncIterator]() {
        let cursor: string | null | undefined
        do {
          const { items, nextCursor } = await page({ pageSize: query.pageSize ?? 100, cursor: cursor ?? query.cursor })
          yield* items
          cursor = nextCursor
        } while (cursor !== null)
      },
    }
  }

  /** Returns the response of a file with its body unread. */
  async function file(path: string, request: Request): Promise<Response> {
    const { response } = await send('GET', path, { ...request, isFile: true })
    return response
  }

  return { call, list, file }
}
