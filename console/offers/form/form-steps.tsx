import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, List, Stack } from '@mantine/core'
import { useSessionStorage } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { showFirstError } from '../../ui/schema/show-first-error.ts'
import { useMissingInput } from './missing-input.ts'
import type { OfferForm } from './offer-fields.tsx'
import { OfferPreview } from './offer-preview.tsx'
import { errorCounts, offerSteps, stepOf } from './offer-steps.ts'
import { SaveTemplate } from './save-template.tsx'
import { StepContent } from './step-content.tsx'
import { StepList } from './step-list.tsx'

/**
 * The open step of a form. It is in the address, so that the browser's Back opens the step before; who comes back to the form finds the
 * step where they left.
 */
export function useOpenStep(name: string) {
  const [left, setLeft, forgetLeft] = useSessionStorage({
    key: `step:${name}`,
    defaultValue: 0,
    getInitialValueInEffect: false,
  })
  const search: { readonly step?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  const show = (index: number, replace: boolean) =>
    navigate({
      to: '.',
      search: (now: object) => ({ ...now, step: String(index + 1) }) as never,
      replace,
      resetScroll: false,
    })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form opens.
  useEffect(() => {
    if (left > 0 && search.step === undefined) void show(left, true)
  }, [])
  const step = Math.max(
    0,
    offerSteps.findIndex((_, index) => String(index + 1) === search.step),
  )
  const setStep = (index: number) => {
    setLeft(index)
    if (index !== step) void show(index, false)
  }
  const forget = () => {
    forgetLeft()
    if (search.step !== undefined) void show(0, true)
  }
  return [step, setStep, forget] as const
}

type FormStepsProps = {
  readonly offer: OfferForm
  readonly step: number
  readonly setStep: (step: number) => void
  readonly isNew: boolean
}

/** The form in steps. Next checks the fields of its step; any step can be opened at any time. */
export function FormSteps({ offer, step, setStep, isNew }: FormStepsProps) {
  const { i18n } = useLingui()
  const content = useRef<HTMLFieldSetElement>(null)
  const missingInput = useMissingInput()
  const { form, price } = offer
  const isLast = step === offerSteps.length - 1
  const open = (index: number) => {
    setStep(index)
    requestAnimationFrame(() => {
      content.current?.focus({ preventScroll: true })
      scrollTo({ top: 0 })
    })
  }
  const next = () => {
    const errors = { ...form.errors, ...missingInput(form.values, price, false) }
    const ownErrors = Object.entries(errors).filter(([path, error]) => error && stepOf(path) === step)
    if (ownErrors.length === 0) return open(step + 1)
    form.setErrors({ ...form.errors, ...Object.fromEntries(ownErrors) })
    showFirstError()
  }
  const name = offerSteps[step]?.name
  return (
    <Stack gap="xl" miw={0}>
      <StepList step={step} setStep={open} errors={errorCounts(form.errors)} />
      <OtherErrors offer={offer} step={step} open={open} />
      <fieldset ref={content} tabIndex={-1} aria-label={name && i18n._(name)} className="offer-step-content">
        <StepContent key={step} offer={offer} step={step} isNew={isNew} />
      </fieldset>
      <Group gap="sm">
        {step > 0 && (
          <Button variant="default" onClick={() => open(step - 1)}>
            <Trans>Back</Trans>
          </Button>
        )}
        {!isLast && (
          <Button onClick={next}>
            <Trans>Next</Trans>
          </Button>
        )}
        <OfferPreview offer={offer} />
        <SaveTemplate offer={offer} />
      </Group>
    </Stack>
  )
}

type OtherErrorsProps = { readonly offer: OfferForm; readonly step: number; readonly open: (step: number) => void }

/** The errors in other steps than the open one. */
function OtherErrors({ offer: { form }, step, open }: OtherErrorsProps) {
  const { i18n } = useLingui()
  const others = Object.entries(form.errors).filter(([path, error]) => error && stepOf(path) !== step)
  if (others.length === 0) return null
  return (
    <Alert role="alert" color="red" variant="light" title={<Trans>Other steps need your attention</Trans>}>
      <List size="sm" listStyleType="none">
        {offerSteps.map(({ name }, index) => {
          const texts = new Set(others.filter(([path]) => stepOf(path) === index).map(([, error]) => String(error)))
          if (texts.size === 0) return null
          return (
            <List.Item key={i18n._(name)}>
              <Button variant="subtle" size="compact-sm" onClick={() => open(index)}>
                {i18n._(name)}
              </Button>{' '}
              {[...texts].join(' ')}
            </List.Item>
          )
        })}
      </List>
    </Alert>
  )
}
