import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Grid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { groupA } from '../../api.ts'
import { apiQuery } from '../../queries.ts'
import { Section } from '../../ui/page.tsx'
import { errorsOf, hasStoredInput, usePersistedForm } from '../../ui/persisted-form.ts'
import { LoadingSkeleton, QueryContent } from '../../ui/query-content.tsx'
import { SchemaFields } from '../../ui/schema/form.tsx'
import { isRecord } from '../../ui/schema/schema.ts'
import { HouseRules } from './house-rules.tsx'
import { AudienceFields } from './offer-audience.tsx'
import { DeadlineFields, QuantityFields } from './offer-conditions.tsx'
import { OfferCost, useEstimate } from './offer-cost.tsx'
import { AddOnFields, AutoAcceptFields } from './offer-extras.tsx'
import type { OfferForm } from './offer-fields.tsx'
import { OfferTexts } from './offer-texts.tsx'
import { detailsFor, type OfferValues, type Price } from './offer-values.ts'
import { TaskTypeFields } from './task-type-fields.tsx'

type Props = {
  /** The key under which the input is stored. */
  readonly name: string
  readonly initialValues: OfferValues
  readonly canEdit: (member: string) => boolean
  /** The buttons below the form. */
  readonly children: (offer: OfferForm) => ReactNode
}

/** Loads all task types with their rewards, in the reader's language. */
export function usePrices() {
  const { i18n } = useLingui()
  const query = { locale: i18n.locale }
  return useQuery({
    ...apiQuery(['catalog', 'own-prices', query], (signal) =>
      groupA.GET('/api/advertiser/offers/prices', { params: { query }, signal }),
    ),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** All fields of an offer, with its cost next to them. */
export function OfferFormFields(props: Props) {
  const [attempt, setAttempt] = useState(0)
  return (
    <QueryContent query={usePrices()} placeholder={<LoadingSkeleton rows={4} height={120} />}>
      {(prices) => <LoadedForm key={attempt} {...props} prices={prices} restart={() => setAttempt(attempt + 1)} />}
    </QueryContent>
  )
}

type LoadedFormProps = Props & { readonly prices: readonly Price[]; readonly restart: () => void }

function LoadedForm({ name, initialValues, canEdit, children, prices, restart }: LoadedFormProps) {
  const [wasRestored] = useState(() => hasStoredInput(name))
  const initialPrice = prices.find(({ id }) => String(id) === initialValues.offerPriceId)
  const startValues = { ...initialValues, details: detailsFor(initialPrice, initialValues.details) }
  const form = usePersistedForm<OfferValues>(name, startValues, { storesAll: false })
  const price = prices.find(({ id }) => String(id) === form.values.offerPriceId)
  const offer: OfferForm = { form, canEdit, prices, price }
  const estimate = useEstimate(form.values, price)
  useFieldErrors(offer, estimate.error)
  const startOver = () => {
    form.clearStored()
    restart()
  }
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Stack gap="xl">
          {wasRestored && <RestoredNotice startOver={startOver} />}
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
  return (
    <>
      {offer.canEdit('offerPriceId') && <TaskTypeFields offer={offer} />}
      <OtherFields offer={offer} />
    </>
  )
}

/** Everything but the type of work. */
function OtherFields({ offer }: { readonly offer: OfferForm }) {
  const { t } = useLingui()
  const { form, canEdit, price } = offer
  const schema = price?.offerDetailsSchema
  const hasDetails = isRecord(schema) && Object.keys(isRecord(schema.properties) ? schema.properties : {}).length > 0
  return (
    <>
      {price && hasDetails && canEdit('details') && (
        <Section title={t`Details`}>
          <SchemaFields key={price.id} schema={schema} form={form} name="details" />
        </Section>
      )}
      <OfferTexts offer={offer} />
      <QuantityFields offer={offer} />
      <AudienceFields offer={offer} />
      <DeadlineFields offer={offer} />
      <AddOnFields offer={offer} />
      <AutoAcceptFields offer={offer} />
      <HouseRules />
    </>
  )
}

const RestoredNotice = ({ startOver }: { readonly startOver: () => void }) => (
  <Alert color="ink" role="status">
    <Stack gap="xs" align="flex-start">
      <Trans>We restored your earlier entries.</Trans>
      <Button size="compact-sm" variant="default" onClick={startOver}>
        <Trans>Start over</Trans>
      </Button>
    </Stack>
  </Alert>
)

/** Shows the errors of the estimate at filled fields; empty fields are not reported yet. */
function useFieldErrors({ form }: OfferForm, error: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new error sets field errors.
  useEffect(() => {
    const valueAt = (path: string) =>
      path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], form.getValues())
    const errors = Object.entries(errorsOf(error)).filter(([path]) => {
      const value = valueAt(path)
      return value !== '' && value !== undefined && !(Array.isArray(value) && value.length === 0)
    })
    if (errors.length > 0) form.setErrors(Object.fromEntries(errors))
  }, [error])
}
