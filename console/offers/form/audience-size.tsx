import { Trans } from '@lingui/react/macro'
import { Alert, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { groupA } from '../../api.ts'
import { apiPageQuery } from '../../queries.ts'
import { Count } from '../../ui/formatted.tsx'
import type { OfferForm } from './offer-fields.tsx'
import { bodyOf } from './offer-values.ts'

const typingPauseMs = 400

/** Asks how many executors match the audience that was entered. */
function useAudienceSize({ form }: OfferForm) {
  const { minAge, maxAge, gender, targetCountryIds, minExecutorLevel } = bodyOf(form.values)
  const countries = targetCountryIds?.filter(Number.isInteger) ?? []
  const [text] = useDebouncedValue(
    JSON.stringify({
      ...(minAge ? { minAge } : {}),
      ...(maxAge ? { maxAge } : {}),
      ...(gender ? { gender } : {}),
      ...(countries.length > 0 ? { targetCountryIds: countries.join(',') } : {}),
      ...(minExecutorLevel ? { minExecutorLevel } : {}),
    }),
    typingPauseMs,
  )
  return useQuery({
    ...apiPageQuery(['offers', 'audience', text], (signal) =>
      groupA.GET('/api/advertiser/offers/audience', { params: { query: JSON.parse(text) }, signal }),
    ),
    retry: false,
  }).data
}

type Props = { readonly offer: OfferForm }

/** About how many executors match the audience. */
export function AudienceSize({ offer }: Props) {
  const size = useAudienceSize(offer)
  if (!size) return null
  return (
    <Text fw={600} role="status" aria-live="polite">
      {size.atLeast > 0 ? (
        <Trans>
          Matching executors: at least <Count value={size.atLeast} />
        </Trans>
      ) : (
        <Trans>
          Matching executors: fewer than <Count value={size.smallestCount} />
        </Trans>
      )}
    </Text>
  )
}

/** Warns if the task has more slots than its audience can fill. */
export function AudienceWarning({ offer, slots }: Props & { readonly slots: number | undefined }) {
  const size = useAudienceSize(offer)
  if (!size || slots === undefined) return null
  const each = Number(offer.form.values.perExecutorLimit) || 1
  if (slots <= each * (size.atLeast || size.smallestCount)) return null
  return (
    <Alert color="yellow" role="status">
      <Trans>
        Too few executors may match for <Count value={slots} /> results. Widen the audience, or let each executor work
        more often.
      </Trans>
    </Alert>
  )
}
