import { useLingui } from '@lingui/react/macro'
import { Box } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { ClockIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { activeReservationsQuery, type ListedReservation, workLink } from '../offers/active-reservations.ts'
import { useRefetchAtExpiry } from '../reservations/own-reservations.ts'
import { durationIn } from '../ui/formats.ts'
import { useSecondsUntil } from '../ui/formatted.tsx'
import { LinkButton } from '../ui/links.tsx'

/** Seconds before the end at which the executor is warned, and from which the countdown has the color. */
const warnings = [
  { seconds: 600, color: 'yellow' },
  { seconds: 120, color: 'red' },
] as const

/** The time left of the reservation that ends first, on every page, with a link to its work. */
export function ReservationTimer() {
  const { data } = useQuery(activeReservationsQuery)
  const next = data?.items
    .filter(({ status }) => status === 'Active')
    .toSorted((one, other) => Date.parse(one.expiresAtUtc) - Date.parse(other.expiresAtUtc))[0]
  return next ? <Timer key={`${next.id} ${next.expiresAtUtc}`} reservation={next} /> : null
}

function Timer({ reservation }: { readonly reservation: ListedReservation }) {
  const { t, i18n } = useLingui()
  const { expiresAtUtc, offerTitle } = reservation
  const seconds = useSecondsUntil(expiresAtUtc)
  useWarnings(reservation, seconds)
  useRefetchAtExpiry(expiresAtUtc)
  const timeLeft = durationIn(i18n.locale, seconds)
  const color = warnings.findLast((warning) => seconds <= warning.seconds)?.color ?? 'gray'
  return (
    <LinkButton
      {...workLink(reservation)}
      variant="light"
      color={color}
      size="compact-sm"
      c="var(--mantine-color-text)"
      className="numeric"
      aria-label={t`${timeLeft} left for ${offerTitle}`}
    >
      <Box component="span" lh={0} me={6} visibleFrom="sm">
        <ClockIcon />
      </Box>
      {clockOf(seconds) ?? timeLeft}
    </LinkButton>
  )
}

const [hourSeconds, minuteSeconds] = [3_600, 60]

/** Returns minutes and seconds as a clock shows them, which fits the header of a phone; undefined from an hour on. */
const clockOf = (seconds: number): string | undefined =>
  seconds < hourSeconds
    ? `${Math.floor(seconds / minuteSeconds)}:${String(seconds % minuteSeconds).padStart(2, '0')}`
    : undefined

/** Shows a notice when a warning time is reached, and at the end. Reloading a page does not repeat them. */
function useWarnings({ id, offerTitle }: ListedReservation, seconds: number): void {
  const { t } = useLingui()
  const before = useRef(seconds)
  useEffect(() => {
    const was = before.current
    before.current = seconds
    const reached = warnings.findLast((warning) => was > warning.seconds && seconds <= warning.seconds)
    const hasEnded = was > 0 && seconds === 0
    if (!reached && !hasEnded) return
    const minutes = Math.ceil(seconds / 60)
    notifications.show({
      // Replaces the earlier notice of this reservation.
      id: `reservation-${id}-${hasEnded ? 'ended' : reached?.seconds}`,
      title: hasEnded ? t`Your reservation has expired` : t`Your reservation ends in ${minutes} min`,
      message: offerTitle,
      color: hasEnded ? 'red' : reached?.color,
      autoClose: 15_000,
      closeButtonProps: { 'aria-label': t`Close` },
    })
  }, [seconds, id, offerTitle, t])
}
