import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api.ts'
import type { Draft } from '../../offers/page-form/form-schema.ts'
import type { FrameRequest } from '../../offers/page-frame/frame-messages.ts'
import { TaskFrame } from '../../offers/page-frame/task-frame.tsx'
import { isTransient } from '../../queries.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { type Answers, isStudy, type PageWork, readDraft, sendAnswer } from './answers.ts'

type PageItemProps = {
  readonly work: PageWork
  readonly item: PageWork['items'][number]
  readonly reservationId: number
  readonly answers: Answers
  readonly onNext: () => void
}

/** How often the server is asked whether a page in another tab has answered, in milliseconds. */
const askMs = 3_000

/** One item on a page of its advertiser, in a frame or another tab. */
export function PageItem(props: PageItemProps) {
  const { work, item } = props
  const { t } = useLingui()
  const { answer, learn, error } = usePageAnswers(props)
  if (item.url === null)
    return (
      <Alert color="yellow">
        <Trans>This item has no address that can be shown.</Trans>
      </Alert>
    )
  return (
    <Stack gap="sm">
      <ErrorAlert error={error} />
      {work.page.opensIn === 'tab' ? (
        <PageTab
          url={item.url}
          learn={learn}
          isStudy={isStudy(work)}
          isAnswered={props.answers.drafts[item.itemId] !== undefined}
        />
      ) : (
        <TaskFrame src={item.url} title={t`Page of this task`} answer={answer} />
      )}
    </Stack>
  )
}

function usePageAnswers({ item: { itemId, data }, reservationId, answers, onNext }: PageItemProps) {
  const [error, setError] = useState<unknown>()
  const finish = async (draft: Draft) => {
    setError(undefined)
    await answers.settle()
    try {
      await sendAnswer(reservationId, itemId, draft)
      answers.learn(itemId, draft)
    } catch (refusal) {
      if (!isTransient(refusal)) {
        setError(refusal)
        throw refusal
      }
      // It is checked when all answers are submitted.
      answers.change(itemId, draft)
    }
    onNext()
  }
  /** Goes on if the server has an answer that this browser does not know. */
  const learn = async () => {
    const draft = await readDraft(reservationId, itemId)
    if (draft === undefined || JSON.stringify(draft) === JSON.stringify(answers.drafts[itemId])) return
    answers.learn(itemId, draft)
    onNext()
  }
  const answer = async ({ task, value, skipped }: FrameRequest): Promise<unknown> => {
    if (task === 'item') return { itemId, data, draft: answers.drafts[itemId] ?? null, isPreview: false }
    if (task === 'draft' && value) return answers.change(itemId, { value })
    if (task === 'answer') return finish({ value: value ?? {} })
    if (task === 'skip') return finish({ skipped: skipped ?? '' })
    if (task === 'saved') return learn()
    return undefined
  }
  return { answer, learn, error }
}

type PageTabProps = {
  readonly url: string
  readonly learn: () => Promise<void>
  /** Whether the page sends the executor back by a return link. */
  readonly isStudy: boolean
  readonly isAnswered: boolean
}

function PageTab({ url, learn, isStudy, isAnswered }: PageTabProps) {
  const latest = useRef(learn)
  const [hasEnded, setEnded] = useState(false)
  latest.current = learn
  useEffect(() => {
    const ask = () =>
      void latest.current().catch((refusal) => setEnded(refusal instanceof ApiError && refusal.status === 409))
    const timer = setInterval(ask, askMs)
    addEventListener('focus', ask)
    return () => {
      clearInterval(timer)
      removeEventListener('focus', ask)
    }
  }, [])
  if (hasEnded)
    return (
      <Text role="status">
        <Trans>This reservation has ended. If your work was submitted, it is in “My work”.</Trans>
      </Text>
    )
  return (
    <Stack gap="xs" align="flex-start">
      <Button component="a" href={url} target="_blank" rel="noopener noreferrer">
        {isStudy ? <Trans>Open the study in a new tab</Trans> : <Trans>Open the page in a new tab</Trans>}
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {isAnswered ? (
          <Trans>This item is answered.</Trans>
        ) : isStudy ? (
          <Trans>
            At its end, the study sends you back and reports your work. If it shows a code instead, choose “Next”.
          </Trans>
        ) : (
          <Trans>The next item comes when the page has sent its answer.</Trans>
        )}
      </Text>
    </Stack>
  )
}
