import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { groupA } from '../../api.ts'
import { currentLanguage } from '../../language.ts'
import { apiQuery } from '../../queries.ts'
import { LinkAnchor } from '../../ui/links.tsx'

/** A link to the newest task that the executor can reserve, other than this one; nothing if there is none. */
export function NextTask({ offerId }: { readonly offerId: number }) {
  const query = { OnlyEligible: true, PageSize: 2, Locale: currentLanguage() }
  const { data } = useQuery(
    apiQuery(['offers', 'available', query], (signal) =>
      groupA.GET('/api/executor/offers/available', { params: { query }, signal }),
    ),
  )
  const next = data?.items.find(({ id }) => id !== offerId)
  if (!next) return null
  return (
    <Text component="div">
      <Trans>
        Next task:{' '}
        <LinkAnchor to="/executor/offers/$offerId" params={{ offerId: String(next.id) }} fw={600}>
          <bdi>{next.title}</bdi>
        </LinkAnchor>
      </Trans>
    </Text>
  )
}
