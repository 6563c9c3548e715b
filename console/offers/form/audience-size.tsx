import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { groupA } from '../../api.ts'
import { apiPageQuery } from '../../queries.ts'
import { Count } from '../../ui/formatted.tsx'
import type { OfferForm } from './offer-fields.tsx'
import { bodyOf } from './offer-values.ts'

const typingPauseMs = 400

/** About how many executors match the audience that was entered. */
export function AudienceSize({ offer: { form } }: { readonly offer: OfferForm }) {
  const { minAge, maxAge, gender, targetCountryIds = [], minExecutorLevel } = bodyOf(form.values)
  const [text] = useDebouncedValue(
    JSON.stringify({
      ...(minAge ? { minAge } : {}),
      ...(maxAge ? { maxAge } : {}),
      ...(gender ? { gender } : {}),
      ...(targetCountryIds?.length ? { targetCountryIds: targetCountryIds.join(',') } : {}),
      ...(minExecutorLevel ? { minExecutorLevel } : {}),
    }),
    typingPauseMs,
  )
  const { data } = useQuery({
    ...apiPageQuery(['offers', 'audience', text], (signal) =>
      groupA.GET('/api/advertiser/offers/audience', { params: { query: JSON.parse(text) }, signal }),
    ),
    retry: false,
  })
  if (!data) return null
  return (
    <Text fw={600} role="status" aria-live="polite">
      {data.atLeast > 0 ? (
        <Trans>
          Matching executors: at least <Count value={data.atLeast} />
        </Trans>
      ) : (
        <Trans>
          Matching executors: fewer than <Count value={data.smallestCount} />
        </Trans>
      )}
    </Text>
  )
}
