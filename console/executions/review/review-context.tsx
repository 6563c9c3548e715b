import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Card, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type B, groupB } from '../../api.ts'
import { apiQuery } from '../../queries.ts'
import { Duration, Time } from '../../ui/formatted.tsx'
import { LinkAnchor } from '../../ui/links.tsx'
import { WorkAnswers } from '../item-answers.tsx'
import { ProofView } from '../proof-view.tsx'
import type { Report } from './review-state.ts'

type ReviewContext = B['ReportBackground']
type SimilarProof = ReviewContext['alike'][number]

const shownMax = 3

type ReviewContextProps = { readonly report: Report; readonly schema: unknown }

/** Context for the review of a flagged or resubmitted report: earlier revisions, and pictures side by side. */
export function ReviewContextPanel({ report, schema }: ReviewContextProps) {
  const { data } = useQuery({
    ...apiQuery(['executions', 'background', report.id, report.revision], (signal) =>
      groupB.GET('/reports/{id}/background', { params: { path: { id: report.id } }, signal }),
    ),
    enabled: report.flags.length > 0 || report.revision > 1,
  })
  if (!data) return null
  return (
    <>
      {report.flags.includes('TooFast') && <ReviewSpeed context={data} />}
      {data.alike.slice(0, shownMax).map((similar) => (
        <SimilarProofs key={`${similar.proofId} ${similar.otherProofId}`} report={report} similar={similar} />
      ))}
      {data.earlierRevisions.map((submission) => (
        <EarlierSubmission key={submission.revision} {...{ report, submission, schema }} />
      ))}
    </>
  )
}

const ReviewSpeed = ({ context: { workSeconds, usualWorkSeconds } }: { readonly context: ReviewContext }) => (
  <Text size="sm">
    {usualWorkSeconds === null ? (
      <Trans>
        Done in <Duration seconds={workSeconds} />.
      </Trans>
    ) : (
      <Trans>
        Done in <Duration seconds={workSeconds} />; accepted work usually takes <Duration seconds={usualWorkSeconds} />.
      </Trans>
    )}
  </Text>
)

type SimilarProofsProps = { readonly report: Report; readonly similar: SimilarProof }

/** A proof next to the one that it equals or resembles. */
function SimilarProofs({ report, similar }: SimilarProofsProps) {
  const { t } = useLingui()
  const { data: other } = useQuery(
    apiQuery(['executions', 'report', similar.reportId], (signal) =>
      groupB.GET('/reports/{id}', { params: { path: { id: similar.reportId } }, signal }),
    ),
  )
  const own = report.proofs.filter(({ id }) => id === similar.proofId)
  const others = other?.proofs.filter(({ id }) => id === similar.otherProofId) ?? []
  return (
    <Alert
      variant="outline"
      color="orange"
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
      title={
        similar.isSameFile ? t`Same file as in an earlier submission` : t`Image similar to one in an earlier submission`
      }
    >
      <SimpleGrid cols={2} spacing="xs">
        <Side title={t`This submission`} proofs={own} />
        <Side title={t`Submission ${similar.reportId}`} proofs={others} />
      </SimpleGrid>
      {other && (
        <Text size="sm" mt="xs">
          <LinkAnchor
            to="/advertiser/review"
            search={{ report: String(similar.reportId), status: 'any', offer: String(similar.taskId) }}
            size="sm"
          >
            <Trans>Open submission {similar.reportId}</Trans>
          </LinkAnchor>
          {', '}
          {other.executor.id === report.executor.id ? (
            <Trans>
              by the same executor, <Time at={other.submittedAtUtc} />
            </Trans>
          ) : (
            <Trans>
              by another executor, <Time at={other.submittedAtUtc} />
            </Trans>
          )}
        </Text>
      )}
    </Alert>
  )
}

const Side = ({ title, proofs }: { readonly title: string; readonly proofs: Report['proofs'] }) => (
  <Stack gap={4}>
    <Text size="sm" fw={600}>
      {title}
    </Text>
    <ProofView proofs={proofs} imagesOnly />
  </Stack>
)

type EarlierSubmissionProps = ReviewContextProps & {
  readonly submission: ReviewContext['earlierRevisions'][number]
}

const EarlierSubmission = ({ report, submission, schema }: EarlierSubmissionProps) => (
  <Card withBorder>
    <Title order={3} mb="xs">
      <Trans>Earlier submission: version {submission.revision}</Trans>
    </Title>
    <Stack gap="sm">
      <ProofView proofs={submission.proofs} />
      <WorkAnswers
        details={submission.details}
        page={report.taskContent.page}
        items={report.answeredItems}
        schema={schema}
      />
    </Stack>
  </Card>
)
