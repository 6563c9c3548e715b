import {
  keepPreviousData,
  type MutateOptions,
  QueryClient,
  queryOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError, randomKey, unwrap } from './api.ts'
import { onReconnect } from './connection.ts'
import { onChangeInOtherTab, tellOtherTabs } from './other-tabs.ts'

const attemptsMax = 4
const unreachableRetries = 3

/** Whether a retry may help: network failures and 503 and above, but no other refusals. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 503)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (count, error) => isTransient(error) && count < attemptsMax,
      staleTime: 5_000,
      gcTime: 300_000,
    },
  },
})

onReconnect(() => {
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => isTransient(state.error) })
})

// Editors keep what they started from, as they do when the tab gets the focus.
onChangeInOtherTab((nouns) => {
  for (const noun of nouns)
    void queryClient.invalidateQueries({
      queryKey: [noun],
      predicate: (query) => query.observers.every(({ options }) => options.refetchOnWindowFocus !== false),
    })
})

export type CallResult<Body> = Parameters<typeof unwrap<Body>>[0]

/** A query. `key` starts with the noun, so a change to the noun invalidates it. */
export const apiQuery = <Body>(key: readonly unknown[], call: (signal: AbortSignal) => CallResult<Body>) =>
  queryOptions({ queryKey: key, queryFn: ({ signal }) => unwrap(call(signal)) })

/** How long unused pages are cached, in milliseconds; bounds memory while paging through a list. */
const pageCacheMs = 60_000

/** A query for a page of a list; shows the previous page while the next one loads. */
export const apiPageQuery = <Body>(key: readonly unknown[], call: (signal: AbortSignal) => CallResult<Body>) =>
  queryOptions({ ...apiQuery(key, call), placeholderData: keepPreviousData, gcTime: pageCacheMs })

export type Headers = { readonly 'Idempotency-Key': string }

/** A mutation. After a network failure it repeats the request with the same Idempotency-Key. `makesOld` names the nouns to invalidate. */
export function useApiMutation<Input, Body>(
  invalidates: readonly string[],
  call: (input: Input, headers: Headers) => CallResult<Body>,
) {
  const client = useQueryClient()
  const keys = useRef(new Map<string, string>())
  const mutation = useMutation<Body, Error, Input>({
    mutationFn: (input) => {
      // Repeating an input whose outcome is unknown is the same request.
      const name = JSON.stringify(input) ?? ''
      const key = keys.current.get(name) ?? randomKey()
      keys.current.set(name, key)
      return unwrap(call(input, { 'Idempotency-Key': key }))
    },
    retry: (count, error) => isTransient(error) && count < unreachableRetries,
    onSuccess: async (_body, input) => {
      keys.current.delete(JSON.stringify(input) ?? '')
      tellOtherTabs(invalidates)
      await Promise.all(invalidates.map((noun) => client.invalidateQueries({ queryKey: [noun] })))
    },
    onError: (error, input) => {
      if (!isTransient(error)) keys.current.delete(JSON.stringify(input) ?? '')
    },
  })
  return { ...mutation, mutate: mutateEvenIfUnmounted(mutation) }
}

/**
 * Runs the callbacks even if the component has unmounted, because its record changed: clears the form and notifies the user. The
 * library's own `mutate` skips them.
 */
function mutateEvenIfUnmounted<Body, Input>({ mutateAsync }: UseMutationResult<Body, Error, Input>) {
  const action = mutateAsync as (input: Input) => Promise<Body>
  const mutate = (input: Input, callbacks?: Pick<MutateOptions<Body, Error, Input>, 'onSuccess' | 'onError'>): void => {
    const context = [input, undefined, undefined as never] as const
    void action(input).then(
      (body) => callbacks?.onSuccess?.(body, ...context),
      (error) => callbacks?.onError?.(error, ...context),
    )
  }
  return mutate
}
