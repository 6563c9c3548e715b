import './offer-form.css'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { errorsOf, hasStoredInput, usePersistedForm } from '../../ui/persisted-form.ts'
import { LoadingSkeleton, QueryContent } from '../../ui/query-content.tsx'
import { useItemSource } from '../items/use-item-source.ts'
import { usePrices } from '../own-prices.ts'
import { FormSteps, useOpenStep } from './form-steps.tsx'
import { OfferCost, useEstimate } from './offer-cost.tsx'
import type { OfferForm } from './offer-fields.tsx'
import { errorCounts, offerSteps } from './offer-steps.ts'
import { chosenReward, detailsFor, type OfferValues, type Price } from './offer-values.ts'
import { PeopleStep, PriceStep, ProofStep, WorkStep } from './step-content.tsx'

type Props = {
  /** The key under which the input is stored. */
  readonly name: string
  readonly initialValues: OfferValues
  readonly canEdit: (member: string) => boolean
  /** A new offer and a copy are entered in steps. */
  readonly kind: 'new' | 'copy' | 'edit'
  /** The task that is changed. */
  readonly taskId?: number
  /** Further buttons below the fields. */
  readonly below?: (offer: OfferForm) => ReactNode
  /** The buttons below the cost. */
  readonly children: (offer: OfferForm) => ReactNode
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

function LoadedForm({ name, initialValues, canEdit, taskId, below, children, prices, restart, kind }: LoadedFormProps) {
  const [wasRestored] = useState(() => hasStoredInput(name))
  const [step, setStep, forgetStep] = useOpenStep(name)
  const initialPrice = prices.find(({ id }) => String(id) === initialValues.offerPriceId)
  const startValues = {
    ...initialValues,
    rewardPerAction: chosenReward(initialPrice, initialValues.rewardPerAction),
    details: detailsFor(initialPrice, initialValues.details),
  }
  const form = usePersistedForm<OfferValues>(name, startValues, { storesAll: false })
  const price = prices.find(({ id }) => String(id) === form.values.offerPriceId)
  const source = useSourceOf(form)
  const items = kind === 'edit' ? undefined : (source.sample?.count ?? 0)
  const estimate = useEstimate(form.values, price, items, Number(initialValues.overlap))
  const openStepOf = (errors: Readonly<Record<string, unknown>>) => {
    const first = errorCounts(errors).findIndex((count) => count > 0)
    if (first >= 0) setStep(first)
  }
  const clearStored = () => {
    form.clearStored()
    forgetStep()
  }
  const isComplete = kind === 'edit' || step === offerSteps.length - 1
  const offer: OfferForm = {
    form: { ...form, clearStored },
    canEdit,
    prices,
    price,
    estimate,
    source,
    taskId,
    openStepOf,
    isComplete,
  }
  useFieldErrors(offer, estimate.error)
  const startOver = () => {
    clearStored()
    restart()
  }
  return (
    <div className="offer-form">
      <Stack gap="xl" miw={0}>
        {wasRestored && <RestoredNotice startOver={startOver} />}
        {kind === 'edit' ? (
          <AllFields offer={offer} />
        ) : (
          <FormSteps offer={offer} step={step} setStep={setStep} isNew={kind === 'new'} />
        )}
        {below?.(offer)}
      </Stack>
      <OfferCost query={estimate}>{children(offer)}</OfferCost>
    </div>
  )
}

/** The file or rows of the form's items. */
const useSourceOf = (form: OfferForm['form']) =>
  useItemSource(form.values.source, (next) => {
    form.setFieldValue('source', next)
    form.clearFieldError('source')
  })

/** All fields on one page, to change an offer. */
const AllFields = ({ offer }: { readonly offer: OfferForm }) => (
  <>
    <WorkStep offer={offer} isNew={false} />
    <ProofStep offer={offer} />
    <PeopleStep offer={offer} />
    <PriceStep offer={offer} />
  </>
)

const RestoredNotice = ({ startOver }: { readonly startOver: () => void }) => (
  <Alert color="accent" role="status">
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
    const errors = Object.entries(errorsOf(error, form.getValues())).filter(([path]) => {
      const value = valueAt(path)
      return value !== '' && value !== undefined && !(Array.isArray(value) && value.length === 0)
    })
    if (errors.length > 0) form.setErrors(Object.fromEntries(errors))
  }, [error])
}
