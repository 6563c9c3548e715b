import {
  keepPreviousData,
  type MutateOptions,
  QueryClient,
  queryOptions,
  type UseMutateFunction,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { answered, newKey, Refusal } from './api.ts'

const attemptsMax = 4
const unreachableRetries = 3

/** What the network lost is asked for again; what was refused is not. */
const isPassing = (error: unknown): boolean => error instanceof Refusal && (error.status === 0 || error.status >= 503)

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (count, error) => isPassing(error) && count < attemptsMax,
      staleTime: 5_000,
      gcTime: 300_000,
    },
  },
})

type CallResult<Body> = Parameters<typeof answered<Body>>[0]

/** Something to be read. `key` begins with the noun: what changes the noun makes all of it old. */
export const ask = <Body>(key: readonly unknown[], call: (signal: AbortSignal) => CallResult<Body>) =>
  queryOptions({ queryKey: key, queryFn: ({ signal }) => answered(call(signal)) })

/** Pages that nobody looks at any more are forgotten: however far somebody goes through a list, little of it is here. */
const pageKeptMs = 60_000

/** The same for a page of a list: while the next one is on its way the last one stays. */
export const pageQueryOf = <Body>(key: readonly unknown[], call: (signal: AbortSignal) => CallResult<Body>) =>
  queryOptions({ ...ask(key, call), placeholderData: keepPreviousData, gcTime: pageKeptMs })

export type Headers = { readonly 'Idempotency-Key': string }

/**
 * Something to be done, once: where the network fails, the same request is sent again with the same Idempotency-Key.
 * `makesOld` names the nouns whose records it may have changed.
 */
export function useAction<Input, Body>(
  makesOld: readonly string[],
  call: (input: Input, headers: Headers) => CallResult<Body>,
) {
  const client = useQueryClient()
  const keys = useRef(new Map<string, string>())
  const acting = useMutation<Body, Error, Input>({
    mutationFn: (input) => {
      // A second click after a failure that nobody knows the outcome of is the same wish.
      const name = JSON.stringify(input) ?? ''
      const key = keys.current.get(name) ?? newKey()
      keys.current.set(name, key)
      return answered(call(input, { 'Idempotency-Key': key }))
    },
    retry: (count, error) => isPassing(error) && count < unreachableRetries,
    onSuccess: async (_body, input) => {
      keys.current.delete(JSON.stringify(input) ?? '')
      await Promise.all(makesOld.map((noun) => client.invalidateQueries({ queryKey: [noun] })))
    },
    onError: (error, input) => {
      if (!isPassing(error)) keys.current.delete(JSON.stringify(input) ?? '')
    },
  })
  return { ...acting, mutate: alsoWhenGone(acting) }
}

/**
 * What follows an act follows also where its page is gone by then, because what it changed is shown already: what was
 * entered is forgotten, and people are told. The library's own `mutate` leaves that out.
 */
function alsoWhenGone<Body, Input>({ mutateAsync }: UseMutationResult<Body, Error, Input>) {
  const action = mutateAsync as (input: Input) => Promise<Body>
  const mutate = (input: Input, then?: MutateOptions<Body, Error, Input>): void => {
    const besides = [input, undefined, undefined as never] as const
    void action(input).then(
      (body) => then?.onSuccess?.(body, ...besides),
      (error) => then?.onError?.(error, ...besides),
    )
  }
  return mutate as UseMutateFunction<Body, Error, Input>
}
