import { Trans, useLingui } from '@lingui/react/macro'
import { Card, List, Stack, Title } from '@mantine/core'
import type { A } from '../api.ts'
import { Count, Money, Percent } from '../ui/formatted.tsx'
import { Answers } from '../ui/schema/answers.tsx'
import { UserText } from '../ui/user-text.tsx'
import { Flags } from './flags.tsx'
import { ProofView } from './proof-view.tsx'
import { ReportFacts } from './report-facts.tsx'

type ReportForOperator = A['ReportForOperator']

/** The requested and the submitted work, for operators. */
export function WorkForOperator({ found }: { readonly found: ReportForOperator }) {
  return (
    <Stack gap="sm">
      <Asked found={found} />
      <WorkFacts found={found} />
      <Flags of={found.report.flags} />
      <ProofView proofs={found.report.proofs} />
      <Card withBorder>
        <Answers details={found.report.details} schema={found.task.executionDetailsSchema} />
      </Card>
    </Stack>
  )
}

function Asked({ found: { task, report } }: { readonly found: ReportForOperator }) {
  const { t } = useLingui()
  const failed = report.failedCriteria ?? []
  return (
    <Card withBorder component="section" aria-label={t`Requirements`}>
      <Title order={3} mb="xs">
        <UserText text={task.title} oneLine inherit />
      </Title>
      <UserText text={task.description} size="sm" />
      {Object.keys(task.details).length > 0 && <Answers details={task.details} />}
      <UserText text={task.proofInstructions} size="sm" fw={600} mt="xs" />
      {task.acceptanceCriteria.length > 0 && (
        <List size="sm" mt="xs">
          {task.acceptanceCriteria.map(({ id, text }) => (
            <List.Item key={id}>
              <UserText text={text} oneLine size="sm" />
              {failed.includes(id) && (
                <b>
                  {' '}
                  <Trans>(not met, says the advertiser)</Trans>
                </b>
              )}
            </List.Item>
          ))}
        </List>
      )}
    </Card>
  )
}

function WorkFacts({ found: { report } }: { readonly found: ReportForOperator }) {
  return (
    <ReportFacts of={report}>
      <span>
        <Trans>
          reward <Money amount={report.rewardPerAction} currency={report.currency} />
        </Trans>
      </span>
      <span>
        <Trans>
          the executor’s accepted work: <Count of={report.executor.acceptedCount} /> (
          <Percent of={report.executor.acceptanceRate} />)
        </Trans>
      </span>
    </ReportFacts>
  )
}
