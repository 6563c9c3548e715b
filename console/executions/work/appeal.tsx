import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Paper, Stack, Text, Textarea } from '@mantine/core'
import { groupA } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { ProofsField } from '../../reservations/proofs-field.tsx'
import type { Upload } from '../../reservations/upload.ts'
import { useUploads } from '../../reservations/use-uploads.ts'
import { notifySuccess } from '../../ui/action-button.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { LinkAnchor } from '../../ui/links.tsx'
import { Section } from '../../ui/page.tsx'
import { usePersistedForm } from '../../ui/persisted-form.ts'
import type { Work } from './own-work.ts'

/** The contract's limit for `statement` of an appeal. */
const statementLengthMax = 5_000
/** The same for `proofUrls`. */
const filesMax = 5

type AppealValues = { readonly statement: string; readonly files: readonly Upload[] }

/** The form to appeal a rejection if that is still possible; otherwise a link to the dispute. */
export function Appeal({ work }: { readonly work: Work }) {
  if (work.allowedActions.includes('Dispute')) return <AppealForm work={work} />
  if (!work.dispute) return null
  return (
    <LinkAnchor to="/executor/disputes">
      <Trans>View appeal</Trans>
    </LinkAnchor>
  )
}

function AppealForm({ work }: { readonly work: Work }) {
  const { t } = useLingui()
  const form = usePersistedForm<AppealValues>(`appeal-${work.id}`, { statement: '', files: [] })
  const { files } = form.values
  const uploads = useUploads(work.offerId, (upload) =>
    form.setFieldValue('files', (before) => [...before, upload].slice(0, filesMax)),
  )
  const room = filesMax - files.length - uploads.files.length
  const appeal = useApiMutation(['executions', 'disputes'], ({ statement, files }: AppealValues, headers) =>
    groupA.POST('/api/executor/executions/{id}/dispute', {
      params: { path: { id: work.id }, header: headers },
      body: { statement, proofUrls: files.map(({ url }) => url) },
    }),
  )
  const send = (values: AppealValues) =>
    void appeal.mutateAsync(values).then(() => {
      form.clearStored()
      notifySuccess(t`Appeal submitted. An operator will decide.`)
    }, form.showErrors)
  return (
    <Section title={t`Appeal`} description={t`An operator will review your submission again. You can appeal once.`}>
      <Paper withBorder p="md" radius="md">
        <form noValidate onSubmit={form.onSubmit(send)}>
          <Stack gap="sm">
            <Textarea
              label={t`Why the rejection is wrong`}
              description={t`Describe what each proof shows. The advertiser will also see it.`}
              withAsterisk
              autosize
              minRows={4}
              maxLength={statementLengthMax}
              dir="auto"
              {...form.getInputProps('statement')}
            />
            <Text size="sm" component="div">
              {t`Up to ${filesMax} pictures or PDF files, if they show what your proofs do not (optional).`}
            </Text>
            <ProofsField
              proofs={files}
              uploads={{ ...uploads, add: (added) => uploads.add(added.slice(0, Math.max(0, room))) }}
              change={(changed) => form.setFieldValue('files', changed)}
              error={form.errors.proofUrls}
            />
            <ErrorAlert error={appeal.error} />
            <Group justify="flex-end" gap="md">
              {uploads.files.length > 0 && (
                <Text size="sm" c="dimmed" role="status">
                  <Trans>Wait until the files are uploaded, or remove those that failed.</Trans>
                </Text>
              )}
              <Button type="submit" loading={appeal.isPending} disabled={uploads.files.length > 0}>
                <Trans context="button">Appeal</Trans>
              </Button>
            </Group>
          </Stack>
        </form>
      </Paper>
    </Section>
  )
}
