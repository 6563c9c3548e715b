import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Box, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { groupB } from '../../api.ts'
import type { Field } from '../../offers/page-form/form-schema.ts'
import { apiQuery } from '../../queries.ts'
import { Percent } from '../../ui/formatted.tsx'
import { useMemberName } from '../../ui/schema/names.ts'
import { escapeHidden } from '../../ui/user-text.tsx'
import { AnswerValues } from '../answer-values.tsx'
import type { Result } from './results-state.ts'

type ResultSummaryProps = {
  readonly result: NonNullable<Result['result']>
  readonly fields: readonly Field[]
  readonly text: string | undefined
}

/** What follows from the answers to an item, and how sure it is. */
export function ResultSummary({ result, fields, text }: ResultSummaryProps) {
  return (
    <Box className="result-summary">
      <Group gap="4px 12px" mb={4}>
        <Text size="xs" fw={600}>
          <Trans>Result</Trans>
        </Text>
        <Text size="xs" c="dimmed">
          <Trans>
            Confidence: <Percent value={result.confidence} />
          </Trans>
          {', '}
          <Plural value={answersTo(result)} one="from # answer" other="from # answers" />
        </Text>
      </Group>
      <AnswerValues fields={fields} value={result.answer} text={text} />
    </Box>
  )
}

/** How many answers the result rests on: of its questions, those with the fewest answers. */
const answersTo = ({ questions }: ResultSummaryProps['result']): number =>
  Math.min(...questions.map(({ answers }) => answers))

/** With fewer items that have several answers, alpha is a guess. */
const sureItemsMin = 20

/** Whether few items have several answers. At most as many have as there are answers beyond the first of each item. */
const isUnsure = ({ items, answers }: { readonly items: number; readonly answers: number }): boolean =>
  Math.min(items, answers - items) < sureItemsMin

type TaskAgreementProps = { readonly offer: number; readonly fields: readonly Field[] }

/** How much the answers of the task agree, question by question; nothing before they were compared. */
export function TaskAgreement({ offer, fields }: TaskAgreementProps) {
  const { t } = useLingui()
  const nameOf = useMemberName()
  const agreement = useQuery(
    apiQuery(['executions', 'results', offer, 'agreement'], (signal) =>
      groupB.GET('/tasks/{id}/results/agreement', { params: { path: { id: offer } }, signal }),
    ),
  )
  const questions = agreement.data?.questions ?? []
  if (questions.length === 0) return null
  return (
    <Box>
      <Text size="sm" fw={600}>
        <Trans>Agreement of the answers</Trans>
      </Text>
      <Text size="xs" c="dimmed">
        <Trans>Krippendorff’s alpha: 1 if all agree, 0 if as often as by chance. 0.8 and more is reliable.</Trans>
      </Text>
      <Group component="ul" gap="4px 20px" className="result-counts" aria-label={t`Agreement of the answers`}>
        {questions.map(({ question, alpha, answers, items }) => (
          <li key={question}>
            <Text span size="sm">
              <bdi>{escapeHidden(nameOf(question, fields.find(({ key }) => key === question)?.schema ?? {}))}</bdi>
            </Text>{' '}
            <Text span size="sm" fw={600} className="numeric">
              <Alpha value={alpha} />
            </Text>{' '}
            <Text span size="xs" c="dimmed">
              <Plural value={answers} one="# answer" other="# answers" />{' '}
              <Plural value={items} one="to # item" other="to # items" />
              {isUnsure({ items, answers }) && <Trans>, few answers: not certain</Trans>}
            </Text>
          </li>
        ))}
      </Group>
    </Box>
  )
}

/** A dash if there is nothing that could disagree. */
function Alpha({ value }: { readonly value: number | null }) {
  const { i18n } = useLingui()
  return value === null ? '–' : i18n.number(value, { maximumFractionDigits: 2 })
}
