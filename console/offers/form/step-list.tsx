import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Text, UnstyledButton } from '@mantine/core'
import { offerSteps } from './offer-steps.ts'

type StepListProps = {
  readonly step: number
  readonly setStep: (step: number) => void
  /** The number of errors in each step. */
  readonly errors: readonly number[]
}

/** The steps of the form; each can be opened at any time. */
export function StepList({ step, setStep, errors }: StepListProps) {
  const { t, i18n } = useLingui()
  return (
    <nav aria-label={t`Steps`}>
      <ol className="offer-steps">
        {offerSteps.map(({ name }, index) => {
          const errorCount = errors[index] ?? 0
          return (
            <li key={i18n._(name)}>
              <UnstyledButton
                className="offer-step"
                onClick={() => setStep(index)}
                data-invalid={errorCount > 0}
                {...(index === step ? { 'aria-current': 'step' as const } : {})}
              >
                <Text size="sm" fw={index === step ? 700 : 500}>
                  {index + 1}. {i18n._(name)}
                </Text>
                {errorCount > 0 && (
                  <Text size="xs" className="error-text">
                    <Plural value={errorCount} one="# error" other="# errors" />
                  </Text>
                )}
              </UnstyledButton>
            </li>
          )
        })}
      </ol>
      <Text size="sm" c="dimmed" hiddenFrom="sm" mt={4}>
        <Trans>
          Step {step + 1} of {offerSteps.length}
        </Trans>
      </Text>
    </nav>
  )
}
