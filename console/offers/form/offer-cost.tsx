import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Divider, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { type A, ApiError, groupA } from '../../api.ts'
import { apiPageQuery } from '../../queries.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { inCents, percentIn } from '../../ui/formats.ts'
import { Count, Money, Time } from '../../ui/formatted.tsx'
import { LinkAnchor } from '../../ui/links.tsx'
import { useMemberName } from '../../ui/schema/names.ts'
import { isIncomplete, type Schema } from '../../ui/schema/schema.ts'
import { slotsIn } from '../items/item-values.ts'
import { bodyOf, type OfferValues, type Price } from './offer-values.ts'

const typingPauseMs = 500

/**
 * Estimates the cost of the current input and finds its errors. The cost does not depend on the details: while required ones are missing,
 * they are not sent. `items`: how many a new offer gets, if it has items; `former`: the overlap of an existing one.
 */
export function useEstimate(values: OfferValues, price: Price | undefined, items: number | undefined, former?: number) {
  const { i18n } = useLingui()
  const { title, details, offerPriceId, rewardPerAction, ...rest } = bodyOf(values)
  const { minAge, maxAge, gender, targetCountryIds, selectedAddOnIds } = rest
  const input = {
    offerPriceId,
    totalLimit: slotsIn(values, items, former),
    rewardPerAction,
    details,
    minAge,
    maxAge,
    gender,
    targetCountryIds: targetCountryIds?.filter(Number.isInteger),
    selectedAddOnIds,
  }
  // A placeholder title, because the cost does not depend on it.
  const [text] = useDebouncedValue(JSON.stringify({ ...input, title: title.trim() || '–' }), typingPauseMs)
  const body = JSON.parse(text)
  return useQuery({
    ...apiPageQuery(['offers', 'estimate', text, i18n.locale], (signal) =>
      groupA.POST('/api/advertiser/offers/estimate', {
        params: { query: { locale: i18n.locale, withoutDetails: lacksDetails(body.details, price) } },
        body,
        signal,
      }),
    ),
    enabled: body.offerPriceId > 0 && body.totalLimit > 0,
    retry: false,
  })
}

const lacksDetails = (details: unknown, price: Price | undefined): boolean =>
  price !== undefined && isIncomplete(price.offerDetailsSchema as Schema, details)

type Estimate = A['OfferEstimate']
export type EstimateResult = ReturnType<typeof useEstimate>

/** Returns the estimate. Keeps the last one while the input is invalid. */
function useLastEstimate({ data }: EstimateResult): Estimate | undefined {
  const [last, setLast] = useState(data)
  useEffect(() => {
    if (data) setLast(data)
  }, [data])
  return data ?? last
}

type OfferCostProps = {
  readonly query: EstimateResult
  /** The buttons of the form. */
  readonly children: ReactNode
}

/** The cost of the offer and the buttons of the form: a card on a desk, a bar at the bottom of a phone. */
export function OfferCost({ query, children }: OfferCostProps) {
  const data = useLastEstimate(query)
  return (
    <Paper withBorder radius="md" component="aside" className="offer-cost">
      <Stack gap="sm">
        <Title order={2} size="h3" visibleFrom="md">
          <Trans>Cost</Trans>
        </Title>
        <Stack gap="sm" className="offer-breakdown">
          <CostBreakdown estimate={query} />
        </Stack>
        {data && <Total estimate={data} />}
        {children}
      </Stack>
    </Paper>
  )
}

/** The cost part by part, or why it is not known. */
export function CostBreakdown({ estimate: query }: { readonly estimate: EstimateResult }) {
  const { error } = query
  const data = useLastEstimate(query)
  const hasFieldErrors = error instanceof ApiError && error.errors.length > 0
  return (
    <>
      {!data && !error && (
        <Text c="dimmed" size="sm">
          <Trans>Choose a task type to see the cost.</Trans>
        </Text>
      )}
      {hasFieldErrors && (
        <Text c="red.8" size="sm" role="status">
          <Trans>Please check the marked fields.</Trans>
        </Text>
      )}
      {error && !hasFieldErrors && <ErrorAlert error={error} />}
      {data && <Breakdown estimate={data} />}
    </>
  )
}

const Total = ({ estimate: { totalCost, currency } }: { readonly estimate: Estimate }) => (
  <Group justify="space-between" gap="sm">
    <Text fw={600}>
      <Trans>Total</Trans>
    </Text>
    <Text fw={700} size="xl" component="div">
      <Money amount={totalCost} currency={currency} />
    </Text>
  </Group>
)

const Line = ({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) => (
  <Group justify="space-between" gap="sm" wrap="nowrap">
    <Text size="sm" c="dimmed" component="div">
      {name}
    </Text>
    <Text size="sm" component="div">
      {children}
    </Text>
  </Group>
)

function Breakdown({ estimate }: { readonly estimate: Estimate }) {
  const { i18n } = useLingui()
  const {
    rewardPerAction,
    rewardPerHour,
    hoursToFill,
    feePerAction,
    feeChange,
    addOns,
    costPerAction,
    flatCost,
    totalLimit,
    currency,
  } = estimate
  const money = (amount: number) => <Money amount={amount} currency={currency} />
  // These are multiplied, so cents do not add up.
  const each = (amount: number) => <Money amount={amount} currency={currency} isExact />
  return (
    <>
      <Line name={<Trans>Reward</Trans>}>{each(rewardPerAction)}</Line>
      {rewardPerHour !== undefined && (
        <Line name={<Trans>Reward per hour</Trans>}>{money(inCents(rewardPerHour))}</Line>
      )}
      <Line name={<Trans>Fee</Trans>}>{each(feePerAction)}</Line>
      {feeChange && (
        <Text size="sm" c="dimmed">
          <Trans>
            From <Time at={feeChange.holdsFromUtc} isExact />, the fee of new tasks is{' '}
            {percentIn(i18n.locale, feeChange.feePercent)}.
          </Trans>
        </Text>
      )}
      {addOns
        .filter((addOn) => addOn.costPerAction > 0)
        .map((addOn) => (
          <Line key={addOn.id} name={addOn.name}>
            {each(addOn.costPerAction)}
          </Line>
        ))}
      <Divider />
      <Line name={<Trans>Per accepted result</Trans>}>{each(costPerAction)}</Line>
      <Line name={<Trans>Results</Trans>}>
        × <Count value={totalLimit} />
      </Line>
      {hoursToFill !== undefined && (
        <Line name={<Trans>Done in about</Trans>}>
          <Plural value={hoursToFill} one="# hour" other="# hours" />
        </Line>
      )}
      {flatCost > 0 && <Line name={<Trans>Add-ons, once</Trans>}>{money(flatCost)}</Line>}
      <Text size="xs" c="dimmed">
        <Trans>Held on submission; unused money is released.</Trans>
      </Text>
      <BalanceCheck estimate={estimate} />
      {estimate.warnings && <Warnings warnings={estimate.warnings} />}
    </>
  )
}

/** What keeps executors from doing the offer. It can be submitted all the same. */
function Warnings({ warnings }: { readonly warnings: NonNullable<Estimate['warnings']> }) {
  const memberName = useMemberName()
  const isLowPay = ({ code }: (typeof warnings)[number]) => code === 'reward_per_hour'
  const obstacles = warnings.filter((warning) => !isLowPay(warning))
  return (
    <>
      {warnings.filter(isLowPay).map(({ message }) => (
        <Alert key={message} color="yellow" role="status" title={<Trans>Low reward per hour</Trans>}>
          <Text size="sm">{message}</Text>
        </Alert>
      ))}
      {obstacles.length > 0 && (
        <Alert color="yellow" role="status" title={<Trans>Executors may be unable to do this</Trans>}>
          {obstacles.map(({ field, message }) => (
            <Text key={`${field} ${message}`} size="sm">
              {memberName(field.split('.').at(-1) ?? field)}: {message}
            </Text>
          ))}
        </Alert>
      )}
    </>
  )
}

function BalanceCheck({ estimate: { available, missing, currency } }: { readonly estimate: Estimate }) {
  if (missing === 0)
    return (
      <Line name={<Trans>Available balance</Trans>}>
        <Money amount={available} currency={currency} />
      </Line>
    )
  return (
    <Alert color="yellow" role="status" title={<Trans>Insufficient balance</Trans>}>
      <Trans>
        You need <Money amount={missing} currency={currency} /> more to submit. Save a draft,{' '}
        <LinkAnchor to="/advertiser/balance" inherit>
          add money
        </LinkAnchor>
        , then submit.
      </Trans>
    </Alert>
  )
}
