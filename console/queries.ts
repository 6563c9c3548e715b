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

/** Whether a retry may help: network failures and 503 and above, but no other refusals. */
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

/** A query. `key` starts with the noun, so a change to the noun invalidates it. */
export const ask = <Body>(key: readonly unknown[], call: (signal: AbortSignal) => CallResult<Body>) =>
  queryOptions({ queryKey: key, queryFn: ({ signal }) => answered(call(signal)) })

/** How long unused pages are cached, in milliseconds; bounds memory while paging through a list. */
const pageKeptMs = 60_000

/** A query for a page of a list; shows the previous page while the next one loads. */
export const pageQueryOf = <Body>(key: readonly unknown[], call: (signal: AbortSignal) => CallResult<Body>) =>
  queryOptions({ ...ask(key, call), placeholderData: keepPreviousData, gcTime: pageKeptMs })

export type Headers = { readonly 'Idempotency-Key': string }

/** A mutation. After a network failure it repeats the request with the same Idempotency-Key. `makesOld` names the nouns to invalidate. */
export function useAction<Input, Body>(
  makesOld: readonly string[],
  call: (input: Input, headers: Headers) => CallResult<Body>,
) {
  const client = useQueryClient()
  const keys = useRef(new Map<string, string>())
  const acting = useMutation<Body, Error, Input>({
    mutationFn: (input) => {
      // Repeating an input whose outcome is unknown is the same request.
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
 * Runs the callbacks even if the component has unmounted, because its record changed: clears the form and notifies the user. The
 * library's own `mutate` skips them.
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
