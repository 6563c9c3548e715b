import { Trans, useLingui } from '@lingui/react/macro'
import { Card, List, Stack, Text, Title } from '@mantine/core'
import type { A } from '../api.ts'
import { Count, Money, Percent } from '../ui/formatted.tsx'
import { Markdown } from '../ui/markdown/markdown.tsx'
import { Answers } from '../ui/schema/answers.tsx'
import { UserText } from '../ui/user-text.tsx'
import { Flags } from './flags.tsx'
import { splitAnswers, WorkAnswers } from './item-answers.tsx'
import { ProofView } from './proof-view.tsx'
import { ReportFacts } from './report-facts.tsx'

type ReportForOperator = A['ReportForOperator']

/** The submitted and the requested work, for operators. */
export function OperatorWork({ work }: { readonly work: ReportForOperator }) {
  const submitted = { details: work.report.details, page: work.task.page, items: work.answeredItems }
  const { answers } = splitAnswers(submitted)
  return (
    <Stack gap="sm">
      <WorkFacts work={work} />
      <Flags flags={work.report.flags} />
      {(work.report.proofs.length > 0 || answers.length === 0) && <ProofView proofs={work.report.proofs} />}
      <Card withBorder>
        <WorkAnswers {...submitted} schema={work.task.executionDetailsSchema} />
      </Card>
      <TaskContent work={work} />
    </Stack>
  )
}

function TaskContent({ work: { task, report } }: { readonly work: ReportForOperator }) {
  const { t } = useLingui()
  const failed = report.failedCriteria ?? []
  return (
    <Card withBorder component="section" aria-label={t`Requirements`}>
      <Title order={3} mb="xs">
        <UserText text={task.title} oneLine inherit />
      </Title>
      {task.description && <Markdown text={task.description} />}
      {Object.keys(task.details).length > 0 && <Answers details={task.details} />}
      {task.proofInstructions && (
        <>
          <Text size="sm" c="dimmed" mt="xs">
            <Trans>Required proof</Trans>
          </Text>
          <Markdown text={task.proofInstructions} />
        </>
      )}
      {task.acceptanceCriteria.length > 0 && (
        <List size="sm" mt="xs">
          {task.acceptanceCriteria.map(({ id, text }) => (
            <List.Item key={id}>
              <UserText text={text} oneLine size="sm" />
              {failed.includes(id) && (
                <b>
                  {' '}
                  <Trans>(not met, according to the advertiser)</Trans>
                </b>
              )}
            </List.Item>
          ))}
        </List>
      )}
    </Card>
  )
}

function WorkFacts({ work: { report } }: { readonly work: ReportForOperator }) {
  return (
    <ReportFacts report={report}>
      <span>
        <Trans>
          reward <Money amount={report.rewardPerAction} currency={report.currency} />
        </Trans>
      </span>
      <span>
        <Trans>
          accepted submissions: <Count value={report.executor.acceptedCount} /> (
          <Percent value={report.executor.acceptanceRate} />)
        </Trans>
      </span>
    </ReportFacts>
  )
}
