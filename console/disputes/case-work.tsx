import { Trans, useLingui } from '@lingui/react/macro'
import { Accordion, Card, Group, Stack, Text } from '@mantine/core'
import type { A } from '../api.ts'
import { Answers } from '../executions/answers.tsx'
import { Flags } from '../executions/flags.tsx'
import { History } from '../executions/history.tsx'
import { ProofView } from '../executions/proof-view.tsx'
import { reasonWords } from '../executions/reasons.ts'
import { WorkStatus } from '../executions/status.tsx'
import { Count, Duration, Money, Percent, Time } from '../ui/figures.tsx'
import { Part } from '../ui/page.tsx'
import { useWords } from '../ui/words.ts'
import { Written } from '../ui/written.tsx'

/** What the dispute is about: the rejection, the work, and what was submitted before. */
export function CaseWork({ of }: { readonly of: A['Case'] }) {
  const { t } = useLingui()
  return (
    <>
      <Part title={t`The rejection`}>
        <Rejection of={of} />
      </Part>
      <Part title={t`The work`} actions={<WorkStatus status={of.report.status} />}>
        <Facts of={of} />
        <Flags of={of.report.flags} />
        <ProofView proofs={of.report.proofs} />
        <Card withBorder>
          <Answers details={of.report.details} />
        </Card>
      </Part>
      {of.earlierRevisions.length > 0 && <Earlier of={of} />}
      <Part title={t`What happened`}>
        <Card withBorder>
          <History of={of.report.history} />
        </Card>
      </Part>
    </>
  )
}

function Rejection({ of: { report } }: { readonly of: A['Case'] }) {
  const reason = useWords(reasonWords)
  return (
    <Card withBorder>
      {report.decision?.reasonCode && <Text fw={600}>{reason(report.decision.reasonCode)}</Text>}
      <Written text={report.decision?.reason} />
      <Text size="sm" c="dimmed">
        <Time at={report.decision?.decidedAtUtc} />
      </Text>
    </Card>
  )
}

function Facts({ of: { report } }: { readonly of: A['Case'] }) {
  return (
    <Group gap="md" fz="sm" c="dimmed">
      <span>№ {report.id}</span>
      <span>
        <Trans>
          submitted <Time at={report.submittedAtUtc} />
        </Trans>
      </span>
      <span>
        <Trans>
          worked <Duration seconds={report.workSeconds} />
        </Trans>
      </span>
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
    </Group>
  )
}

function Earlier({ of }: { readonly of: A['Case'] }) {
  const { t } = useLingui()
  return (
    <Part title={t`Submitted before`}>
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
                <Answers details={earlier.details} />
              </Stack>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Part>
  )
}
