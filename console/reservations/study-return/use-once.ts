import type { UseMutationResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/** Runs a mutation when the page is shown. Returns a function that runs it again. */
export function useOnce<Body>({ mutate }: Pick<UseMutationResult<Body, Error, undefined>, 'mutate'>): () => void {
  const hasRun = useRef(false)
  useEffect(() => {
    if (hasRun.current) return
    hasRun.current = true
    mutate(undefined)
  }, [mutate])
  return () => mutate(undefined)
}
