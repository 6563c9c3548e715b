import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type B, groupB } from '../../api.ts'
import { apiQuery, useApiMutation } from '../../queries.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { NumberField } from '../../ui/input/number-field.tsx'
import { Section } from '../../ui/page.tsx'
import { LoadingSkeleton, QueryContent } from '../../ui/query-content.tsx'
import { managesOffers } from '../../workspace.ts'
import type { Task } from '../form/offer-values.ts'
import { UploadCodes } from './upload-codes.tsx'

type Props = { readonly task: Task }
type Counts = B['CompletionCodes']
type AddedCodes = B['AddedCompletionCodes']

const changed = ['completion-codes']
const codesMax = 100_000

/** The single-use codes of an offer that accepts work by its code: how many are left, and ways to add and remove some. */
export function CompletionCodes({ task }: Props) {
  const { t } = useLingui()
  const { id } = task
  const hasRule = task.autoAcceptRules.some(({ type }) => type === 'CompletionCode')
  const counts = useQuery({
    ...apiQuery(['completion-codes', id], (signal) =>
      groupB.GET('/tasks/{id}/completion-codes', { params: { path: { id } }, signal }),
    ),
    enabled: managesOffers && hasRule,
  })
  if (!managesOffers || !hasRule || task.status === 'Archived') return null
  return (
    <Section title={t`Completion codes`}>
      <Paper withBorder p="md" radius="md">
        <QueryContent query={counts} placeholder={<LoadingSkeleton rows={2} height={28} />}>
          {(found) => (
            <Stack gap="md">
              <CodeFacts counts={found} />
              <GenerateCodes task={task} />
              <UploadCodes task={task} />
              {found.left > 0 && <RemoveCodes task={task} counts={found} />}
            </Stack>
          )}
        </QueryContent>
      </Paper>
    </Section>
  )
}

function CodeFacts({ counts: { listed, used, left } }: { readonly counts: Counts }) {
  return (
    <>
      <Text size="sm" c="dimmed">
        <Trans>Each listed code accepts one result. Give each participant a different code.</Trans>
      </Text>
      {listed > 0 && (
        <Text size="sm" aria-live="polite">
          <Trans>
            {left} of {listed} codes are unused, {used} used
          </Trans>
        </Text>
      )}
    </>
  )
}

function GenerateCodes({ task: { id, totalLimit } }: Props) {
  const { t } = useLingui()
  const [count, setCount] = useState<number | string>(Math.min(totalLimit, codesMax))
  const [generated, setMade] = useState<readonly string[]>()
  const generateMutation = useApiMutation<number, AddedCodes>(changed, (generate, header) =>
    groupB.POST('/tasks/{id}/completion-codes', { params: { path: { id }, header }, body: { generate } }),
  )
  const generate = () => generateMutation.mutate(Number(count), { onSuccess: ({ codes }) => setMade(codes ?? []) })
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="xs">
        <NumberField label={t`New codes`} value={count} onChange={setCount} flex={1} />
        <Button variant="default" loading={generateMutation.isPending} disabled={count === ''} onClick={generate}>
          <Trans>Generate</Trans>
        </Button>
      </Group>
      {generated && <GeneratedCodes codes={generated} offer={id} />}
      <ErrorAlert error={generateMutation.error} />
    </Stack>
  )
}

/** New codes are shown only once, because only hashes of them are stored. */
function GeneratedCodes({ codes, offer }: { readonly codes: readonly string[]; readonly offer: number }) {
  const file = `data:text/csv;charset=utf-8,${encodeURIComponent(['code', ...codes, ''].join('\r\n'))}`
  return (
    <Alert color="teal" role="status">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          <Trans>Save the codes now. They are not stored and cannot be shown again.</Trans>
        </Text>
        <Button component="a" href={file} download={`completion-codes-${offer}.csv`} size="compact-md">
          <Plural value={codes.length} one="Download # code as CSV" other="Download # codes as CSV" />
        </Button>
      </Stack>
    </Alert>
  )
}

function RemoveCodes({ task: { id }, counts: { left } }: Props & { readonly counts: Counts }) {
  const { t } = useLingui()
  const remove = useApiMutation(changed, (_: undefined, header) =>
    groupB.DELETE('/tasks/{id}/completion-codes', { params: { path: { id }, header } }),
  )
  return (
    <ActionButton
      label={t`Remove unused codes`}
      color="red"
      mutation={remove}
      input={undefined}
      confirm={<Trans>Submissions with one of the {left} unused codes will no longer be auto-accepted.</Trans>}
      successMessage={t`Removed`}
      variant="default"
      size="compact-md"
    />
  )
}
