import { Trans, useLingui } from '@lingui/react/macro'
import { Accordion, Card, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { A } from '../api.ts'
import { History } from '../executions/history.tsx'
import { WorkAnswers } from '../executions/item-answers.tsx'
import { OperatorWork } from '../executions/operator-work.tsx'
import { ProofView } from '../executions/proof-view.tsx'
import { WorkStatus } from '../executions/status.tsx'
import { operatorWorkQuery } from '../executions/work-on-demand.tsx'
import { Time } from '../ui/formatted.tsx'
import { Section } from '../ui/page.tsx'
import { QueryContent } from '../ui/query-content.tsx'

type CaseProps = { readonly disputeCase: A['Case'] }

/** The disputed work, earlier submissions and the history. */
export function CaseWork({ disputeCase }: CaseProps) {
  const { t } = useLingui()
  const work = useQuery(operatorWorkQuery(disputeCase.executionId))
  return (
    <>
      <Section title={t`Submission`} actions={<WorkStatus status={disputeCase.report.status} />}>
        <QueryContent query={work}>{(found) => <OperatorWork work={found} />}</QueryContent>
      </Section>
      {disputeCase.earlierRevisions.length > 0 && <EarlierSubmissions disputeCase={disputeCase} work={work.data} />}
      <Section title={t`History`}>
        <Card withBorder>
          <History events={disputeCase.report.history} />
        </Card>
      </Section>
    </>
  )
}

function EarlierSubmissions({ disputeCase, work }: CaseProps & { readonly work: A['ReportForOperator'] | undefined }) {
  const { t } = useLingui()
  return (
    <Section title={t`Earlier submissions`}>
      <Accordion variant="contained" multiple order={3}>
        {disputeCase.earlierRevisions.map((submission) => (
          <Accordion.Item key={submission.revision} value={String(submission.revision)}>
            <Accordion.Control>
              <Trans>
                Version {submission.revision}, <Time at={submission.submittedAtUtc} />
              </Trans>
            </Accordion.Control>
            <Accordion.Panel>
              <Stack gap="sm">
                <ProofView proofs={submission.proofs} />
                <WorkAnswers
                  details={submission.details}
                  page={work?.task.page}
                  items={work?.answeredItems}
                  schema={work?.task.executionDetailsSchema}
                />
              </Stack>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Section>
  )
}
