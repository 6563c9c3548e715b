import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { groupA } from '../../api.ts'
import { currentLanguage } from '../../language.ts'
import { apiQuery } from '../../queries.ts'
import { offerQuery } from '../../reservations/offer-page.tsx'
import { LinkAnchor } from '../../ui/links.tsx'

/** A link to the same task if the executor can do more of it, or to the newest other one; nothing if there is none. */
export function NextTask({ offerId }: { readonly offerId: number }) {
  const { i18n } = useLingui()
  const same = useQuery({ ...offerQuery(offerId, i18n.locale), retry: false })
  const query = { OnlyEligible: true, PageSize: 2, Locale: currentLanguage() }
  const { data } = useQuery(
    apiQuery(['offers', 'available', query], (signal) =>
      groupA.GET('/api/executor/offers/available', { params: { query }, signal }),
    ),
  )
  if (same.isPending) return null
  const hasMore = same.data?.allowedActions.includes('Reserve')
  const next = hasMore ? same.data : data?.items.find(({ id }) => id !== offerId)
  if (!next) return null
  return (
    <Text component="div">
      {hasMore ? <Trans>More of this task:</Trans> : <Trans>Next task:</Trans>}{' '}
      <LinkAnchor to="/executor/offers/$offerId" params={{ offerId: String(next.id) }} fw={600}>
        <bdi>{next.title}</bdi>
      </LinkAnchor>
    </Text>
  )
}
