import { useLingui } from '@lingui/react/macro'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError, groupA, unwrap } from '../../api.ts'
import { fieldErrorText, pathOf } from '../../ui/field-errors.ts'
import { isRecord, type Values } from '../../ui/schema/schema.ts'
import type { GivenAnswer, ShownPage } from '../page-frame/preview-frame.tsx'
import type { Page } from './form-parts.ts'

const typingPauseMs = 500

type Tried = { readonly page: Page; readonly data?: Values }
/** What the server made of a page. It stays while a later one has errors. */
export type TriedPage = Omit<ShownPage, 'data'> & { readonly tried: Tried }

const tryPage = (tried: Tried, answer?: GivenAnswer, signal?: AbortSignal) =>
  unwrap(
    groupA.POST('/api/advertiser/offers/page-preview', {
      body: { ...tried, ...(answer ? { answer } : {}) } as never,
      ...(signal ? { signal } : {}),
    }),
  )

/** Fills a page with an item after each pause in typing. */
export function usePagePreview(page: Page, data: Values | undefined) {
  const { i18n } = useLingui()
  const [text] = useDebouncedValue(JSON.stringify(page), typingPauseMs)
  const query = useQuery({
    queryKey: ['offers', 'page preview', text, data, i18n.locale],
    queryFn: async ({ signal }): Promise<TriedPage> => {
      const tried = { page: JSON.parse(text), ...(data ? { data } : {}) }
      const { url, html } = await tryPage(tried, undefined, signal)
      return { url, html, tried }
    },
    // A schema that is no JSON yet is a text.
    enabled: isRecord(page.answerSchema),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const [last, setLast] = useState(query.data)
  useEffect(() => {
    if (query.data) setLast(query.data)
  }, [query.data])
  return { shown: query.data ?? last, error: query.error }
}

/** What a page answered, and why it cannot be submitted; without an error, it could be. */
export type Outcome = { readonly given: GivenAnswer; readonly error?: unknown }

/** Checks what a page answers. */
export function useOutcome(tried: Tried | undefined) {
  const [outcome, setOutcome] = useState<Outcome>()
  const check = async (given: GivenAnswer): Promise<void> => {
    if (!tried) return
    try {
      const { answer } = await tryPage(tried, given)
      setOutcome({ given: (answer ?? given) as GivenAnswer })
    } catch (error) {
      setOutcome({ given, error })
      throw error
    }
  }
  return { outcome, check, forget: () => setOutcome(undefined) }
}

/**
 * Returns the errors of a member and of the members inside it, in the user's language; undefined if there are none. Members inside
 * are those that the advertiser has typed, so each error says where it is.
 */
export function errorAt(error: unknown, path: string): string | undefined {
  const errors = error instanceof ApiError ? error.errors : []
  const texts = errors.flatMap((each) => {
    const at = pathOf(each)
    if (at === path) return [fieldErrorText(each)]
    return at.startsWith(`${path}.`)
      ? [`${at.slice(path.length + 1).replaceAll('.', ' › ')}: ${fieldErrorText(each)}`]
      : []
  })
  return texts.length > 0 ? [...new Set(texts)].join(' ') : undefined
}
