import { Trans, useLingui } from '@lingui/react/macro'
import { Accordion, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Count, Countdown, Percent } from '../../ui/formatted.tsx'
import { LinkAnchor } from '../../ui/links.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { LoadingSkeleton } from '../../ui/query-content.tsx'
import { Answers } from '../../ui/schema/answers.tsx'
import { ExecutorName, UserText } from '../../ui/user-text.tsx'
import { Criteria, type CriteriaResults } from '../criteria.tsx'
import { Flags } from '../flags.tsx'
import { History } from '../history.tsx'
import { ItemAnswers, splitAnswers } from '../item-answers.tsx'
import { ProofView } from '../proof-view.tsx'
import { ReportFacts } from '../report-facts.tsx'
import { WorkStatus } from '../status.tsx'
import { useTaskSchemas } from '../task.ts'
import { CurrentDecision } from './current-decision.tsx'
import { ReviewContextPanel } from './review-context.tsx'
import type { Report } from './review-state.ts'

type ReviewReportProps = {
  readonly report: Report
  readonly results: CriteriaResults
  readonly setResults: (results: CriteriaResults) => void
  /** The state of a decision that was made. */
  readonly progress: ReactNode
  readonly bar: ReactNode
}

/** One report with everything for the decision: the proof, and next to it what it is judged by. */
export function ReviewReport({ report, results, setResults, progress, bar }: ReviewReportProps) {
  const { t } = useLingui()
  const content = report.taskContent
  const schemas = useTaskSchemas(report.taskId)
  const work = { details: report.details, page: content.page, items: report.answeredItems }
  const { answers, others } = splitAnswers(work)
  return (
    <section className="review-desk" aria-label={t`Submission ${report.id}`}>
      <Stack gap="md" className="review-proof" miw={0}>
        <ItemAnswers {...work} />
        {(report.proofs.length > 0 || answers.length === 0) && <ProofView proofs={report.proofs} />}
        <ReviewContextPanel report={report} schema={schemas.answers} />
      </Stack>
      <div className="review-side">
        <div className="review-scroll">
          <Stack gap="xs" className="review-head">
            {progress}
            <ReportHeader report={report} />
            <CurrentDecision report={report} criteria={content.acceptanceCriteria} />
          </Stack>
          <Stack gap="sm" className="review-facts" miw={0}>
            {(answers.length === 0 || Object.keys(others).length > 0) && (
              <OtherAnswers details={others} schemas={schemas} />
            )}
            <Criteria criteria={content.acceptanceCriteria} results={results} setResults={setResults} />
            <ExecutorRecord report={report} />
            <MoreAboutReport report={report} schema={schemas.details} />
          </Stack>
        </div>
        {bar}
      </div>
    </section>
  )
}

type OtherAnswersProps = { readonly details: Report['details']; readonly schemas: ReturnType<typeof useTaskSchemas> }

/** The answers that the type of work asks for. */
function OtherAnswers({ details, schemas }: OtherAnswersProps) {
  const { t } = useLingui()
  return (
    <Card withBorder padding="sm" component="section" aria-label={t`Answers`}>
      <Title order={3} mb="xs">
        <Trans>Answers</Trans>
      </Title>
      {/* Without the schema, the answers would first be shown in another order. */}
      {schemas.isLoading ? (
        <LoadingSkeleton rows={2} height={32} />
      ) : (
        <Answers details={details} schema={schemas.answers} />
      )}
    </Card>
  )
}

/** The requirements of the task and the history of the report, folded. */
function MoreAboutReport({ report, schema }: { readonly report: Report; readonly schema: unknown }) {
  const content = report.taskContent
  return (
    <Accordion variant="contained" multiple order={3}>
      <Accordion.Item value="asked">
        <Accordion.Control>
          <Trans>Requirements</Trans>
        </Accordion.Control>
        <Accordion.Panel>
          {content.description && <Markdown text={content.description} />}
          {Object.keys(content.details).length > 0 && <Answers details={content.details} schema={schema} />}
          {content.proofInstructions && <Markdown text={content.proofInstructions} />}
        </Accordion.Panel>
      </Accordion.Item>
      <Accordion.Item value="history">
        <Accordion.Control>
          <Trans>History</Trans>
        </Accordion.Control>
        <Accordion.Panel>
          <History events={report.history} />
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}

function ReportHeader({ report }: { readonly report: Report }) {
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs" align="flex-start" wrap="nowrap">
        <Title order={2} size="h3" lineClamp={3}>
          <LinkAnchor to="/advertiser/offers/$offerId" params={{ offerId: String(report.taskId) }} inherit>
            <UserText text={report.taskTitle} oneLine inherit />
          </LinkAnchor>
        </Title>
        <WorkStatus status={report.status} />
      </Group>
      <ReportFacts report={report}>
        <LinkAnchor
          to="/advertiser/messages/$conversationId"
          params={{ conversationId: String(report.reservationId) }}
          inherit
        >
          <Trans>Write to the executor</Trans>
        </LinkAnchor>
        {report.revision > 1 && (
          <span>
            <Trans>version {report.revision}</Trans>
          </span>
        )}
      </ReportFacts>
      {report.autoDecision === 'Accept' && (
        <Text size="sm">
          <Trans>
            Auto-accepts in <Countdown until={report.reviewDeadlineAtUtc} />
          </Trans>
        </Text>
      )}
      <Flags flags={report.flags} />
    </Stack>
  )
}

/** The executor and how all advertisers have decided on their work. */
function ExecutorRecord({ report: { executor } }: { readonly report: Report }) {
  const { t } = useLingui()
  return (
    <Card withBorder padding="sm" component="section" aria-label={t`Executor`}>
      <Title order={3} mb="xs">
        <Trans>Executor</Trans>
      </Title>
      <Text size="sm" fw={600}>
        <ExecutorName id={executor.id} nickname={executor.nickname} />
      </Text>
      <Text size="xs" c="dimmed" ff="monospace">
        {executor.id}
      </Text>
      <Group gap="4px 16px" fz="sm" mt={4}>
        <span>
          <Trans>Level {executor.level}</Trans>
        </span>
        <span>
          <Trans>
            accepted: <Count value={executor.acceptedCount} /> (<Percent value={executor.acceptanceRate} />)
          </Trans>
        </span>
      </Group>
      <LinkAnchor
        to="/advertiser/review"
        search={{ search: executor.id, status: 'any' }}
        size="sm"
        mt={4}
        display="inline-block"
      >
        <Trans>All submissions by this executor</Trans>
      </LinkAnchor>
    </Card>
  )
}
