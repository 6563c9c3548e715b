import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Grid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { groupA } from '../../api.ts'
import { ask } from '../../queries.ts'
import { Part } from '../../ui/page.tsx'
import { errorsOf, isKept, usePersistedForm } from '../../ui/persisted-form.ts'
import { SchemaFields } from '../../ui/schema/form.tsx'
import { isNamed } from '../../ui/schema/schema.ts'
import { Loaded, Waiting } from '../../ui/waiting.tsx'
import { HouseRules } from './house-rules.tsx'
import { AudienceFields } from './offer-audience.tsx'
import { HowMany, Times } from './offer-conditions.tsx'
import { OfferCost, useEstimate } from './offer-cost.tsx'
import { AddOns, AutoAccept } from './offer-extras.tsx'
import type { OfferForm } from './offer-fields.tsx'
import { detailsFor, type OfferValues, type Price } from './offer-values.ts'
import { Where } from './offer-where.tsx'
import { OfferWords } from './offer-words.tsx'

type Props = {
  /** The key under which the input is stored. */
  readonly name: string
  readonly begins: OfferValues
  readonly may: (member: string) => boolean
  /** The buttons below the form. */
  readonly children: (offer: OfferForm) => ReactNode
}

/** Loads all task types with their rewards, in the reader's language. */
export function usePrices() {
  const { i18n } = useLingui()
  const query = { locale: i18n.locale }
  return useQuery({
    ...ask(['catalog', 'own-prices', query], (signal) =>
      groupA.GET('/api/advertiser/offers/prices', { params: { query }, signal }),
    ),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** All fields of an offer, with its cost next to them. */
export function OfferFormFields(props: Props) {
  const [round, setRound] = useState(0)
  return (
    <Loaded query={usePrices()} waiting={<Waiting rows={4} height={120} />}>
      {(prices) => <Entered key={round} {...props} prices={prices} again={() => setRound(round + 1)} />}
    </Loaded>
  )
}

type EnteredProps = Props & { readonly prices: readonly Price[]; readonly again: () => void }

function Entered({ name, begins, may, children, prices, again }: EnteredProps) {
  const [wasKept] = useState(() => isKept(name))
  const ordered = prices.find(({ id }) => String(id) === begins.offerPriceId)
  const first = { ...begins, details: detailsFor(ordered, begins.details) }
  const form = usePersistedForm<OfferValues>(name, first, { keepsAll: false })
  const price = prices.find(({ id }) => String(id) === form.values.offerPriceId)
  const offer: OfferForm = { form, may, prices, price }
  const estimate = useEstimate(form.values, price)
  useFieldErrors(offer, estimate.error)
  const startAnew = () => {
    form.forget()
    again()
  }
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Stack gap="xl">
          {wasKept && <Kept startAnew={startAnew} />}
          <Fields offer={offer} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <OfferCost query={estimate} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 8 }}>{children(offer)}</Grid.Col>
    </Grid>
  )
}

function Fields({ offer }: { readonly offer: OfferForm }) {
  const { may, price } = offer
  return (
    <>
      {may('offerPriceId') && <Where offer={offer} />}
      {(price || !may('offerPriceId')) && <Rest offer={offer} />}
    </>
  )
}

/** The fields that depend on the type of work. */
function Rest({ offer }: { readonly offer: OfferForm }) {
  const { t } = useLingui()
  const { form, may, price } = offer
  const schema = price?.offerDetailsSchema
  const isAsked = isNamed(schema) && Object.keys(isNamed(schema.properties) ? schema.properties : {}).length > 0
  return (
    <>
      {price && isAsked && may('details') && (
        <Part title={t`Details`}>
          <SchemaFields key={price.id} schema={schema} form={form} name="details" />
        </Part>
      )}
      <OfferWords offer={offer} />
      <HowMany offer={offer} />
      <AudienceFields offer={offer} />
      <Times offer={offer} />
      <AddOns offer={offer} />
      <AutoAccept offer={offer} />
      <HouseRules />
    </>
  )
}

const Kept = ({ startAnew }: { readonly startAnew: () => void }) => (
  <Alert color="ink" role="status">
    <Stack gap="xs" align="flex-start">
      <Trans>We restored your earlier entries.</Trans>
      <Button size="compact-sm" variant="default" onClick={startAnew}>
        <Trans>Start over</Trans>
      </Button>
    </Stack>
  </Alert>
)

/** Shows the errors of the estimate at filled fields; empty fields are not reported yet. */
function useFieldErrors({ form }: OfferForm, error: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another refusal is the reason, not another form.
  useEffect(() => {
    const valueAt = (path: string) =>
      path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], form.getValues())
    const told = Object.entries(errorsOf(error)).filter(([path]) => {
      const value = valueAt(path)
      return value !== '' && value !== undefined && !(Array.isArray(value) && value.length === 0)
    })
    if (told.length > 0) form.setErrors(Object.fromEntries(told))
  }, [error])
}
