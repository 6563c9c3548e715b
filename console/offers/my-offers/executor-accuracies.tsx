import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type B, groupB } from '../../api.ts'
import { apiPageQuery } from '../../queries.ts'
import { wholePercent } from '../../ui/formats.ts'
import { Time } from '../../ui/formatted.tsx'
import { List } from '../../ui/lists/list.tsx'
import { Section } from '../../ui/page.tsx'
import type { Task } from '../form/offer-values.ts'

type Accuracy = B['ExecutorAccuracy']
const pageSize = 10

type Props = { readonly task: Task; readonly search: { readonly accuracies?: string | undefined } }

/** How many items with a known answer each executor got right. Nothing for an offer without such items. */
export function ExecutorAccuracies({ task, search }: Props) {
  const { t, i18n } = useLingui()
  const query = { pageSize, ...(search.accuracies ? { cursor: search.accuracies } : {}) }
  const page = useQuery({
    ...apiPageQuery(['accuracies', task.id, query], (signal) =>
      groupB.GET('/tasks/{id}/accuracies', { params: { path: { id: task.id }, query }, signal }),
    ),
    enabled: task.gold !== undefined,
  })
  if (!task.gold) return null
  const { minAccuracy } = task.gold
  return (
    <Section
      title={t`Accuracy`}
      description={
        minAccuracy === null ? (
          <Trans>Answers to the items that you know.</Trans>
        ) : (
          <Trans>
            Answers to the items that you know. At least {wholePercent(i18n.locale, minAccuracy)} must be right.
          </Trans>
        )
      }
    >
      <List
        label={t`Accuracy`}
        query={page}
        columns={[
          { title: t`Executor`, render: ({ executorId }: Accuracy) => executorId },
          {
            title: t`Right`,
            render: ({ rightCount, answeredCount }: Accuracy) => (
              <Trans>
                {rightCount} of {answeredCount}
              </Trans>
            ),
          },
          {
            title: t`Accuracy`,
            render: ({ accuracy }: Accuracy) => (accuracy === null ? '' : wholePercent(i18n.locale, accuracy)),
          },
          { title: t`State`, render: (row: Accuracy) => <State row={row} /> },
        ]}
        keyOf={({ executorId }) => executorId}
        empty={
          <Text c="dimmed">
            <Trans>No answers to these items yet.</Trans>
          </Text>
        }
        cursorName="accuracies"
      />
    </Section>
  )
}

function State({ row: { passed, stoppedAtUtc } }: { readonly row: Accuracy }) {
  if (passed !== null) return passed ? <Trans>Passed</Trans> : <Trans>Not passed</Trans>
  if (stoppedAtUtc === null) return null
  return (
    <Trans>
      Stopped <Time at={stoppedAtUtc} />
    </Trans>
  )
}
