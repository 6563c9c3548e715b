import { Trans, useLingui } from '@lingui/react/macro'
import { Accordion, Card, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { A } from '../api.ts'
import { workForOperator } from '../executions/held-work.tsx'
import { History } from '../executions/history.tsx'
import { ProofView } from '../executions/proof-view.tsx'
import { reasonWords } from '../executions/reasons.ts'
import { WorkStatus } from '../executions/status.tsx'
import { WorkForOperator } from '../executions/work-for-operator.tsx'
import { Time } from '../ui/formatted.tsx'
import { Part } from '../ui/page.tsx'
import { Answers } from '../ui/schema/answers.tsx'
import { UserText } from '../ui/user-text.tsx'
import { Loaded } from '../ui/waiting.tsx'
import { useWords } from '../ui/words.ts'

type CaseProps = { readonly of: A['Case'] }

/** The rejection, the disputed work, and earlier submissions. */
export function CaseWork({ of }: CaseProps) {
  const { t } = useLingui()
  const work = useQuery(workForOperator(of.executionId))
  return (
    <>
      <Part title={t`The rejection`}>
        <Rejection of={of} />
      </Part>
      <Part title={t`The work`} actions={<WorkStatus status={of.report.status} />}>
        <Loaded query={work}>{(found) => <WorkForOperator found={found} />}</Loaded>
      </Part>
      {of.earlierRevisions.length > 0 && <Earlier of={of} schema={work.data?.task.executionDetailsSchema} />}
      <Part title={t`History`}>
        <Card withBorder>
          <History of={of.report.history} />
        </Card>
      </Part>
    </>
  )
}

function Rejection({ of: { report } }: CaseProps) {
  const reason = useWords(reasonWords)
  return (
    <Card withBorder>
      {report.decision?.reasonCode && <Text fw={600}>{reason(report.decision.reasonCode)}</Text>}
      <UserText text={report.decision?.reason} />
      <Text size="sm" c="dimmed">
        <Time at={report.decision?.decidedAtUtc} />
      </Text>
    </Card>
  )
}

function Earlier({ of, schema }: CaseProps & { readonly schema: unknown }) {
  const { t } = useLingui()
  return (
    <Part title={t`Earlier submissions`}>
      <Accordion variant="contained" multiple order={3}>
        {of.earlierRevisions.map((earlier) => (
          <Accordion.Item key={earlier.revision} value={String(earlier.revision)}>
            <Accordion.Control>
              <Trans>
                Version {earlier.revision}, <Time at={earlier.submittedAtUtc} />
              </Trans>
            </Accordion.Control>
            <Accordion.Panel>
              <Stack gap="sm">
                <ProofView proofs={earlier.proofs} />
                <Answers details={earlier.details} schema={schema} />
              </Stack>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Part>
  )
}
