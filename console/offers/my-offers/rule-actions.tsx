import { Trans, useLingui } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type B, groupB } from '../../api.ts'
import { apiPageQuery } from '../../queries.ts'
import { Time } from '../../ui/formatted.tsx'
import { List } from '../../ui/lists/list.tsx'
import { Section } from '../../ui/page.tsx'
import { recordNumber } from '../../ui/record-number.tsx'
import type { Task } from '../form/offer-values.ts'
import { useRuleWords } from '../items/rule-words.ts'
import { useOwnQualifications } from '../items/rules-field.tsx'

type Applied = B['AppliedRule']
const pageSize = 10

type Props = { readonly task: Task; readonly search: { readonly rules?: string | undefined } }

/** The rules of an offer, and what they did. Nothing for an offer without rules. */
export function RuleActions({ task, search }: Props) {
  if (!task.rules) return null
  return <Applications task={task} rules={task.rules} search={search} />
}

function Applications({ task, rules, search }: Props & { readonly rules: NonNullable<Task['rules']> }) {
  const { t } = useLingui()
  const words = useRuleWords()
  const qualifications = useOwnQualifications()
  const nameOf = (id: number) => qualifications.find((one) => one.id === id)?.name ?? recordNumber(id)
  const query = { pageSize, ...(search.rules ? { cursor: search.rules } : {}) }
  const page = useQuery(
    apiPageQuery(['rule-actions', task.id, query], (signal) =>
      groupB.GET('/tasks/{id}/rule-actions', { params: { path: { id: task.id }, query }, signal }),
    ),
  )
  return (
    <Section
      title={t`Rules`}
      description={
        <Stack gap={2} component="ul" m={0} pl="md">
          {rules.map((rule) => (
            <li key={JSON.stringify(rule)}>
              {words.conditionOf(rule)} → {words.actionOf(rule, nameOf)}
            </li>
          ))}
        </Stack>
      }
    >
      <List
        label={t`What rules did`}
        query={page}
        columns={[
          { title: t`Executor`, render: ({ executorId }: Applied) => executorId },
          { title: t`Why`, render: ({ rule }: Applied) => words.conditionOf(rule) },
          { title: t`Figures`, render: ({ figures }: Applied) => words.figuresOf(figures) },
          { title: t`Action`, render: ({ rule }: Applied) => words.actionOf(rule, nameOf) },
          {
            title: t`Submission`,
            render: ({ reportId }: Applied) => (reportId === null ? '' : recordNumber(reportId)),
          },
          { title: t`When`, render: ({ actedAtUtc }: Applied) => <Time at={actedAtUtc} /> },
        ]}
        keyOf={({ id }) => id}
        empty={
          <Text c="dimmed">
            <Trans>No rule has done anything yet.</Trans>
          </Text>
        }
        cursorName="rules"
      />
    </Section>
  )
}
