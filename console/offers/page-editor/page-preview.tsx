import './page-preview.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../../api.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { fieldErrorText, nameOf } from '../../ui/field-errors.ts'
import { type GivenAnswer, PreviewFrame } from '../page-frame/preview-frame.tsx'
import type { SampleItem } from './form-parts.ts'
import { SampleSteps } from './sample-steps.tsx'
import { errorAt, type Outcome, type TriedPage, useOutcome } from './use-page-preview.ts'

type PagePreviewProps = {
  readonly shown: TriedPage | undefined
  readonly error: unknown
  readonly sampleItems: readonly SampleItem[]
  readonly place: number
  readonly onPlace: (place: number) => void
}

/** A page as executors see it, with one of the sample items. What it answers is shown here, and goes nowhere. */
export function PagePreview({ shown, error, sampleItems, place, onPlace }: PagePreviewProps) {
  const { t } = useLingui()
  const [openings, setOpenings] = useState(0)
  const { outcome, check, forget } = useOutcome(shown?.tried)
  const restart = () => {
    forget()
    setOpenings(openings + 1)
  }
  const general = [errorAt(error, 'page'), errorAt(error, 'data')].filter(Boolean).join(' ')
  const hasFields = error instanceof ApiError && error.errors.length > 0
  return (
    <Stack gap="xs" component="section" aria-label={t`Live preview`} className="page-preview">
      <Group justify="space-between" gap="xs">
        <Text fw={600}>
          <Trans>Preview</Trans>
        </Text>
        <SampleSteps
          place={place}
          count={sampleItems.length}
          onChange={(next) => {
            forget()
            onPlace(next)
          }}
        />
      </Group>
      {hasFields ? (
        <Alert color="yellow" role="status" title={<Trans>The page cannot be saved yet</Trans>}>
          {general}
        </Alert>
      ) : (
        <ErrorAlert error={error} />
      )}
      {shown && <Shown key={openings} shown={shown} onAnswer={check} />}
      {outcome && <AnswerOfPage outcome={outcome} onRestart={restart} />}
    </Stack>
  )
}

type ShownProps = { readonly shown: TriedPage; readonly onAnswer: (given: GivenAnswer) => unknown }

/** Only what executors would see differently loads the frame again. */
function Shown({ shown: { url, html, tried }, onAnswer }: ShownProps) {
  const { page, data = {} } = tried
  return (
    <PreviewFrame
      key={JSON.stringify([url, html, data])}
      shown={{ url, html, data }}
      kind={page.kind}
      opensIn={page.opensIn}
      onAnswer={onAnswer}
    />
  )
}

const shownLength = 4_000

function AnswerOfPage({
  outcome: { given, error },
  onRestart,
}: {
  readonly outcome: Outcome
  readonly onRestart: () => void
}) {
  const { t } = useLingui()
  const { form, ...answer } = given
  const text = form ?? JSON.stringify(answer.value ?? answer, null, 2)
  return (
    <Stack gap={4} component="section" aria-label={t`Answer of the page`}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600} role="status">
          {error === undefined ? <Trans>The page answered, and it fits</Trans> : <Trans>The answer does not fit</Trans>}
        </Text>
        <Button variant="default" size="compact-sm" onClick={onRestart}>
          <Trans>Start again</Trans>
        </Button>
      </Group>
      {error instanceof ApiError && error.errors.length > 0 ? (
        error.errors.map((each) => (
          <Text
            key={`${each.field} ${each.detail}`}
            size="sm"
            c="red.8"
          >{`${nameOf(each)}: ${fieldErrorText(each)}`}</Text>
        ))
      ) : (
        <ErrorAlert error={error} />
      )}
      <Code block tabIndex={0} className="page-preview-answer">
        {text.length > shownLength ? `${text.slice(0, shownLength)}…` : text}
      </Code>
    </Stack>
  )
}
