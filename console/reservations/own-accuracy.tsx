import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Text } from '@mantine/core'
import { wholePercent } from '../ui/formats.ts'
import type { OfferDetail } from './offer-detail.ts'

/** How accurate the executor is on an offer, as far as they may know. */
export function OwnAccuracy({ offer: { ownAccuracy } }: { readonly offer: OfferDetail }) {
  const { i18n } = useLingui()
  if (!ownAccuracy) return null
  const { accuracy, minAccuracy, passed } = ownAccuracy
  if (passed !== null)
    return (
      <Alert color={passed ? 'green' : 'yellow'} role="status">
        {passed ? (
          <Trans>You passed this quiz: {wholePercent(i18n.locale, accuracy)} of your answers were right.</Trans>
        ) : (
          <Trans>You did not pass this quiz: {wholePercent(i18n.locale, accuracy)} of your answers were right.</Trans>
        )}
      </Alert>
    )
  return (
    <Text size="sm" c="dimmed" role="status">
      {minAccuracy === null ? (
        <Trans>Your accuracy on this task: {wholePercent(i18n.locale, accuracy)}</Trans>
      ) : (
        <Trans>
          Your accuracy on this task: {wholePercent(i18n.locale, accuracy)}. At least{' '}
          {wholePercent(i18n.locale, minAccuracy)} is needed.
        </Trans>
      )}
    </Text>
  )
}
