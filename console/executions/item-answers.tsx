import './item-answers.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Box, Group, Text } from '@mantine/core'
import { Answers } from '../ui/schema/answers.tsx'
import { isRecord, type Values } from '../ui/schema/schema.ts'
import { escapeHidden, UserText } from '../ui/user-text.tsx'
import { AnswerValues } from './answer-values.tsx'
import { type AnswerPage, fieldsOn, ItemInput, markedText, shownOf } from './item-input.tsx'

type AnsweredItem = {
  readonly itemId: number
  readonly data: Values
  readonly externalId?: string | null
  readonly goldAnswer?: unknown
  readonly isRight?: boolean | null
}
type Answer = { readonly itemId?: unknown; readonly value?: unknown; readonly skipped?: unknown }

type Work = {
  readonly details: Values
  readonly page: AnswerPage
  readonly items: readonly AnsweredItem[] | undefined
}

/** Returns the answers on a page or about items, and the other details. */
export function splitAnswers({ details, page, items }: Work): { answers: readonly Answer[]; others: Values } {
  const { answers, ...others } = details
  const isOnPage = page !== undefined || items !== undefined
  return isOnPage && Array.isArray(answers)
    ? { answers: answers.filter(isRecord), others }
    : { answers: [], others: details }
}

/** All answers of submitted work: those about items, and the details that the type of work asks for. */
export function WorkAnswers({ schema, ...work }: Work & { readonly schema: unknown }) {
  const { answers, others } = splitAnswers(work)
  return (
    <>
      <ItemAnswers {...work} />
      {(answers.length === 0 || Object.keys(others).length > 0) && <Answers details={others} schema={schema} />}
    </>
  )
}

/** The items of submitted work, each with its answer: boxes and points on the picture, spans in the text. */
export function ItemAnswers(work: Work) {
  const { t } = useLingui()
  const { answers } = splitAnswers(work)
  if (answers.length === 0) return null
  return (
    <Box component="ol" className="item-answers" aria-label={t`Items and answers`}>
      {answers.map((answer, place) => {
        const item = work.items?.find(({ itemId }) => itemId === answer.itemId)
        return (
          <li key={String(answer.itemId ?? place)} className="item-answer">
            {work.items && <ItemName number={place + 1} item={item} />}
            <OneAnswer answer={answer} page={work.page} item={item} />
          </li>
        )
      })}
    </Box>
  )
}

const noData: Values = {}

const ItemName = ({ number, item }: { readonly number: number; readonly item: AnsweredItem | undefined }) => (
  <Group gap="xs" mb={6}>
    <Text size="sm" fw={600}>
      <Trans>Item {number}</Trans>
    </Text>
    {item?.externalId && (
      <Text size="xs" c="dimmed">
        <bdi>{escapeHidden(item.externalId)}</bdi>
      </Text>
    )}
  </Group>
)

type OneAnswerProps = {
  readonly answer: Answer
  readonly page: AnswerPage
  readonly item: AnsweredItem | undefined
}

function OneAnswer({ answer, page, item }: OneAnswerProps) {
  const fields = fieldsOn(page)
  const data = item?.data ?? noData
  const marked = markedText(fields, shownOf(page, data))
  const value = isRecord(answer.value) ? answer.value : undefined
  return (
    <div className="item-sides">
      <div className="item-input">
        <ItemInput page={page} data={data} value={value} />
      </div>
      <div>
        {typeof answer.skipped === 'string' ? (
          <Skipped reason={answer.skipped} />
        ) : (
          <AnswerValues fields={fields} value={value ?? noData} text={marked} />
        )}
        {isRecord(item?.goldAnswer) && (
          <Box mt="sm">
            <Verdict isRight={item.isRight} />
            <AnswerValues fields={fields} value={item.goldAnswer} text={marked} />
          </Box>
        )}
      </div>
    </div>
  )
}

/** Whether the answer to an item with a known answer is right. */
const Verdict = ({ isRight }: { readonly isRight: boolean | null | undefined }) => (
  <Text size="sm" fw={600}>
    {isRight === true ? (
      <Trans>Right. The known answer:</Trans>
    ) : isRight === false ? (
      <Trans>Wrong. The known answer:</Trans>
    ) : (
      <Trans>Does not count. The known answer:</Trans>
    )}
  </Text>
)

/** An item that was skipped, with the reason. */
export const Skipped = ({ reason }: { readonly reason: string }) => (
  <>
    <Text size="sm" c="dimmed">
      <Trans>Skipped</Trans>
    </Text>
    <UserText text={reason} size="sm" />
  </>
)
