import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { groupA } from '../api.ts'
import { proofCountOf } from '../catalog/proof-count.ts'
import { queryClient, useApiMutation } from '../queries.ts'
import { notifySuccess } from '../ui/action-button.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { Markdown } from '../ui/markdown/markdown.tsx'
import { Section } from '../ui/page.tsx'
import { usePersistedForm, useUnloadGuard } from '../ui/persisted-form.ts'
import { SchemaFields } from '../ui/schema/form.tsx'
import { missingIn } from '../ui/schema/missing.ts'
import { type Schema, type Values, withoutEmpty } from '../ui/schema/schema.ts'
import { showFirstError } from '../ui/schema/show-first-error.ts'
import { answerFormFor } from './answer-form.ts'
import { ProofsField } from './proofs-field.tsx'
import { useReturnedCode } from './returned-code.ts'
import type { Upload } from './upload.ts'
import { useKeptForm } from './use-kept-form.ts'
import { type Uploads, useUploads } from './use-uploads.ts'

type Work = { readonly details: Values; readonly proofs: readonly Upload[] }

type SubmitWorkProps = {
  readonly offerId: number
  readonly reservationId: number
  readonly executionDetailsSchema: unknown
  readonly offerDetails: Values
  readonly proofInstructions: string | null
  /** How many proofs the task type asks for; absent: the usual number. */
  readonly proofCount: { readonly min: number; readonly max: number } | undefined
  /** The key under which this browser stores the form. */
  readonly persistKey: string
  /** The answers of a page, which are sent with the rest. */
  readonly answers?: {
    readonly list: readonly Readonly<Record<string, unknown>>[]
    readonly onSubmitted: () => void
    readonly onRefused: (error: unknown) => void
  }
  /** The previous submission, for a rework. */
  readonly previous?: Work
}

/** The work form: proofs, and the answers that the task type asks for. All input is stored until it is submitted. */
export function SubmitWork(props: SubmitWorkProps) {
  const { offerId, executionDetailsSchema, offerDetails } = props
  const { t } = useLingui()
  const answerForm = useMemo(
    () => answerFormFor(executionDetailsSchema, offerDetails),
    [executionDetailsSchema, offerDetails],
  )
  const form = useWorkForm(props, answerForm.values)
  useKeptForm(props.reservationId, form)
  useReturnedCode(props.reservationId, form)
  const uploads = useUploads(offerId, (upload) => {
    form.insertListItem('proofs', upload)
    form.clearFieldError('proofUrls')
  })
  const submission = useSubmission(props)
  useUnloadGuard(uploads.files.length > 0 || submission.isPending)
  const missingAnswers = useMissingAnswers(answerForm.schema)
  const submit = (work: Work) => {
    const errors = missingAnswers(work.details)
    form.setErrors(errors)
    if (Object.keys(errors).length > 0) return showFirstError()
    void submission.send(work, form.clearStored, form.showErrors)
  }
  const { proofs } = form.values
  const { min, max } = proofCountOf(props.proofCount)
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack gap="lg">
        {(max > 0 || proofs.length > 0) && (
          <Section title={min === 0 ? t`Proofs (optional)` : t`Proofs`}>
            {props.proofInstructions && <Markdown text={props.proofInstructions} />}
            <ProofsField
              proofs={proofs}
              uploads={uploads}
              change={(changed) => form.setFieldValue('proofs', changed)}
              error={
                form.errors.proofUrls && proofs.length === 0 && min === 1
                  ? t`Add at least one proof.`
                  : form.errors.proofUrls
              }
            />
          </Section>
        )}
        {Object.keys(answerForm.schema.properties ?? {}).length > 0 && (
          <Section title={t`Your answers`}>
            <Paper withBorder p="md" radius="md">
              <SchemaFields schema={answerForm.schema} form={form} name="details" />
            </Paper>
          </Section>
        )}
        <ErrorAlert error={submission.error} />
        <SubmitBar uploads={uploads} isSending={submission.isPending} missing={min - proofs.length} />
      </Stack>
    </form>
  )
}

/** Returns a function that finds the empty answers among those with a star, whether or not the server insists on them. */
function useMissingAnswers(schema: Schema) {
  const { t } = useLingui()
  const texts = { required: t`Fill in this field.`, atLeast: (count: number) => t`Add at least ${count}.` }
  return (details: Values) => missingIn(schema, details, 'details', texts)
}

function useWorkForm({ persistKey, previous }: SubmitWorkProps, emptyDetails: Values) {
  const first: Work = previous
    ? { details: { ...emptyDetails, ...previous.details }, proofs: previous.proofs }
    : { details: emptyDetails, proofs: [] }
  return usePersistedForm<Work>(persistKey, first)
}

function useSubmission({ offerId, reservationId, answers }: SubmitWorkProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const submitting = useApiMutation(['offers', 'reservations', 'executions'], (work: Work, headers) =>
    groupA.POST('/api/executor/offers/{offerId}/submit-execution', {
      params: { path: { offerId }, header: headers },
      body: {
        reservationId,
        proofUrls: work.proofs.map(({ url }) => url),
        details: {
          ...(withoutEmpty(work.details) as Record<string, unknown> | undefined),
          ...(answers ? { answers: answers.list } : {}),
        },
      },
    }),
  )
  /** Continues even if this form unmounts because the refetched record no longer allows it. */
  const send = async (work: Work, onSuccess: () => void, onError: (error: unknown) => void) => {
    try {
      const { id } = await submitting.mutateAsync(work)
      onSuccess()
      answers?.onSubmitted()
      notifySuccess(t`Submitted. Waiting for the advertiser's review.`)
      await navigate({ to: '/executor/work/$executionId', params: { executionId: String(id) } })
    } catch (error) {
      onError(error)
      answers?.onRefused(error)
      // The reservation may have expired: refetches the allowed actions.
      void queryClient.invalidateQueries({ queryKey: ['offers'] })
    }
  }
  return { send, error: submitting.error, isPending: submitting.isPending }
}

type SendProps = { readonly uploads: Uploads; readonly isSending: boolean; readonly missing: number }

function SubmitBar({ uploads, isSending, missing }: SendProps) {
  const failedCount = uploads.files.filter(({ error }) => error).length
  const uploadingCount = uploads.files.length - failedCount
  return (
    <Group justify="flex-end" gap="md">
      <Text size="sm" c="dimmed" role="status">
        {uploadingCount > 0 ? (
          <Trans>Files are still uploading.</Trans>
        ) : failedCount > 0 ? (
          <Trans>A file failed to upload. Try again or remove it.</Trans>
        ) : missing === 1 ? (
          <Trans>Add at least one proof.</Trans>
        ) : missing > 1 ? (
          <Plural value={missing} one="Add # more proof." other="Add # more proofs." />
        ) : null}
      </Text>
      <Button type="submit" size="md" loading={isSending} disabled={uploads.files.length > 0}>
        <Trans>Submit</Trans>
      </Button>
    </Group>
  )
}
