import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Paper, Stack, Textarea } from '@mantine/core'
import { groupA } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { notifySuccess } from '../../ui/action-button.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { LinkAnchor } from '../../ui/links.tsx'
import { Section } from '../../ui/page.tsx'
import { usePersistedForm } from '../../ui/persisted-form.ts'
import type { Work } from './own-work.ts'

/** The contract's limit for `statement` of an appeal. */
const statementLengthMax = 5_000

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
  const form = usePersistedForm(`appeal-${work.id}`, { statement: '' })
  const appeal = useApiMutation(['executions', 'disputes'], (body: { readonly statement: string }, headers) =>
    groupA.POST('/api/executor/executions/{id}/dispute', {
      params: { path: { id: work.id }, header: headers },
      body,
    }),
  )
  const send = (body: { readonly statement: string }) =>
    void appeal.mutateAsync(body).then(() => {
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
            <ErrorAlert error={appeal.error} />
            <Group justify="flex-end">
              <Button type="submit" loading={appeal.isPending}>
                <Trans context="button">Appeal</Trans>
              </Button>
            </Group>
          </Stack>
        </form>
      </Paper>
    </Section>
  )
}
