import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type A, ApiError } from '../api.ts'
import { isOfMarketplace, reconnect } from '../connection.ts'
import type { PublicPageName } from '../ui/brand.ts'

type LocalText = { readonly contentLanguage: string; readonly text: string }

export type Presentation = {
  readonly brandName: string
  readonly about: LocalText
  readonly currency: string
  readonly feePercent: number
  /** The next change of the fee; missing: none is planned. */
  readonly feeChange?: { readonly feePercent: number; readonly holdsFromUtc: string }
  readonly withdrawalMinimum: number
  /** What executors have earned here so far. */
  readonly rewarded: number
}

export type PublicTask = {
  readonly id: number
  readonly title: string
  readonly contentLanguage: string
  readonly type: string
  readonly offerCategoryId: number
  readonly rewardPerAction: number
  readonly currency: string
  readonly reservationDurationSeconds: number
}

export type PublicTasks = {
  readonly items: readonly PublicTask[]
  readonly totalCount: number
  readonly page: number
  readonly pageCount: number
  readonly categories: readonly { readonly id: number; readonly name: string; readonly taskCount: number }[]
}

/**
 * Reads what visitors may see. Sends no cookie, so that caches can share the response. The response is small and is used by several
 * pages, so it is read to its end even if the page that asked is left.
 */
async function read<Body>(path: string, params: Readonly<Record<string, string>>): Promise<Body> {
  const address = `/api/public/${path}?${new URLSearchParams(params)}`
  const response = await fetch(address, { credentials: 'omit' }).catch(() => undefined)
  if (!response || !isOfMarketplace(response)) {
    void reconnect()
    throw new ApiError({ status: response?.status ?? 0 })
  }
  const body = await response.json().catch(() => ({}))
  if (!response.ok) throw new ApiError({ status: response.status, ...body })
  return body
}

export type OpenedTask = Omit<
  A['AvailableOfferDetail'],
  'eligible' | 'ineligibleReasons' | 'allowedActions' | 'offerVersion' | 'executionDetailsSchema' | 'my'
>

export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404

const staleMs = 60_000

export const presentationQuery = (locale: string) =>
  queryOptions({
    queryKey: ['site', 'presentation', locale],
    queryFn: () => read<Presentation>('site', { locale }),
    staleTime: staleMs,
  })

export const publicPageQuery = (name: PublicPageName, locale: string) =>
  queryOptions({
    queryKey: ['site', 'pages', name, locale],
    queryFn: () => read<LocalText>(`pages/${name}`, { locale }),
    staleTime: staleMs,
  })

export type TasksSearch = { readonly category?: string; readonly page?: string }

export const publicTasksQuery = ({ category, page }: TasksSearch, locale: string) =>
  queryOptions({
    queryKey: ['site', 'tasks', category, page, locale],
    queryFn: () =>
      read<PublicTasks>('tasks', {
        locale,
        ...(category ? { offerCategoryId: category } : {}),
        ...(page ? { page } : {}),
      }),
    staleTime: staleMs,
    placeholderData: keepPreviousData,
  })

const retriesMax = 3

export const publicTaskQuery = (offerId: string, locale: string) =>
  queryOptions({
    queryKey: ['site', 'task', offerId, locale],
    queryFn: () => read<OpenedTask>(`tasks/${encodeURIComponent(offerId)}`, { locale }),
    staleTime: staleMs,
    retry: (count, error) => !isMissing(error) && count < retriesMax,
  })
