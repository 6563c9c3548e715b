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
import { type Values, withoutEmpty } from '../ui/schema/schema.ts'
import { answerFormFor } from './answer-form.ts'
import { ProofsField } from './proofs-field.tsx'
import type { Upload } from './upload.ts'
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
  const uploads = useUploads(offerId, (upload) => {
    form.insertListItem('proofs', upload)
    form.clearFieldError('proofUrls')
  })
  const submission = useSubmission(props)
  useUnloadGuard(uploads.files.length > 0 || submission.isPending)
  const submit = (work: Work) => void submission.send(work, form.clearStored, form.showErrors)
  const { proofs } = form.values
  const { min, max } = proofCountOf(props.proofCount)
  const remove = (upload: Upload) =>
    form.setFieldValue(
      'proofs',
      form.getValues().proofs.filter(({ url }) => url !== upload.url),
    )
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack gap="lg">
        {(max > 0 || proofs.length > 0) && (
          <Section title={min === 0 ? t`Proofs (optional)` : t`Proofs`}>
            {props.proofInstructions && <Markdown text={props.proofInstructions} />}
            <ProofsField
              proofs={proofs}
              uploads={uploads}
              remove={remove}
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
  const uploadingCount = uploads.files.filter(({ error }) => !error).length
  return (
    <Group justify="flex-end" gap="md">
      <Text size="sm" c="dimmed" role="status">
        {uploadingCount > 0 ? (
          <Trans>Files are still uploading.</Trans>
        ) : missing === 1 ? (
          <Trans>Add at least one proof.</Trans>
        ) : missing > 1 ? (
          <Plural value={missing} one="Add # more proof." other="Add # more proofs." />
        ) : null}
      </Text>
      <Button type="submit" size="md" loading={isSending} disabled={uploadingCount > 0}>
        <Trans>Submit</Trans>
      </Button>
    </Group>
  )
}
