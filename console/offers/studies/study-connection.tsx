import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type B, groupB } from '../../api.ts'
import { apiQuery, useApiMutation } from '../../queries.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Time } from '../../ui/formatted.tsx'
import { Section } from '../../ui/page.tsx'
import { LoadingSkeleton, QueryContent } from '../../ui/query-content.tsx'
import { managesOffers } from '../../workspace.ts'
import { ArrivedActions } from './arrived-actions.tsx'

type Task = B['Task']
type Props = { readonly task: Task }

/** Whether the work happens on the advertiser's own site. */
const isStudy = ({ page, details }: Task): boolean =>
  page ? page.kind === 'external' && page.signed === true : typeof details['url'] === 'string'

/** What connects the site of a study: its secret, and a test run of its address and return links. */
export function StudyConnection({ task }: Props) {
  const { t } = useLingui()
  if (!managesOffers || !isStudy(task) || task.status === 'Archived') return null
  return (
    <>
      <Section title={t`Secret of the study`}>
        <Paper withBorder p="md" radius="md">
          <Secret task={task} />
        </Paper>
      </Section>
      <Section title={t`Test run`}>
        <Paper withBorder p="md" radius="md">
          <TestRun task={task} />
        </Paper>
      </Section>
    </>
  )
}

function Secret({ task: { id } }: Props) {
  const { t } = useLingui()
  const [isShown, setShown] = useState(false)
  const query = useQuery({
    ...apiQuery(['study-secret', id], (signal) =>
      groupB.GET('/tasks/{id}/study-secret', { params: { path: { id } }, signal }),
    ),
    enabled: isShown,
    gcTime: 0,
  })
  const rotate = useApiMutation(['study-secret', 'study-test'], (_: undefined, header) =>
    groupB.POST('/tasks/{id}/study-secret/rotate', { params: { path: { id }, header } }),
  )
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm" c="dimmed">
        <Trans>Your server checks signed addresses and signs return links with it. Keep it out of web pages.</Trans>
      </Text>
      {isShown ? (
        <QueryContent query={query} placeholder={<LoadingSkeleton rows={1} />}>
          {({ secret, rotatedAtUtc }) => (
            <Stack gap="xs" w="100%">
              <Copyable label={t`Secret`} text={secret} />
              {rotatedAtUtc !== null && (
                <Text size="sm" c="dimmed" component="div">
                  <Trans>
                    Changed: <Time at={rotatedAtUtc} />
                  </Trans>
                </Text>
              )}
            </Stack>
          )}
        </QueryContent>
      ) : (
        <Button variant="default" size="compact-md" onClick={() => setShown(true)}>
          <Trans>Show the secret</Trans>
        </Button>
      )}
      <ActionButton
        label={t`Change the secret`}
        color="red"
        mutation={rotate}
        input={undefined}
        confirm={
          <Trans>The old secret ends at once. People who are in your study now cannot come back by its links.</Trans>
        }
        successMessage={t`Secret changed`}
        onSuccess={() => setShown(true)}
        variant="default"
        size="compact-md"
      />
    </Stack>
  )
}

function TestRun({ task: { id } }: Props) {
  const query = useQuery(
    apiQuery(['study-test', id], (signal) => groupB.GET('/tasks/{id}/test-run', { params: { path: { id } }, signal })),
  )
  const start = useApiMutation<undefined, B['StartedStudyTest']>(['study-test'], (_, header) =>
    groupB.POST('/tasks/{id}/test-run', { params: { path: { id }, header } }),
  )
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm" c="dimmed">
        <Trans>Opens your study as an executor would, without a reservation. No money moves.</Trans>
      </Text>
      <Button variant="default" size="compact-md" loading={start.isPending} onClick={() => start.mutate(undefined)}>
        <Trans>Start a test run</Trans>
      </Button>
      <ErrorAlert error={start.error} />
      {start.data && (
        <Button component="a" href={start.data.url} target="_blank" rel="noopener noreferrer" size="compact-md">
          <Trans>Open the study</Trans>
        </Button>
      )}
      <QueryContent query={query} placeholder={<LoadingSkeleton rows={2} height={28} />}>
        {(test) =>
          test.reservation !== null && (
            <Stack gap="xs">
              <Text size="sm" component="div">
                <Trans>
                  Last test run: <Time at={test.startedAtUtc ?? ''} />
                </Trans>
              </Text>
              <ArrivedActions test={test} />
            </Stack>
          )
        }
      </QueryContent>
    </Stack>
  )
}
