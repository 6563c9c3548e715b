import { Trans, useLingui } from '@lingui/react/macro'
import { Grid, Group, Paper, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { groupA } from '../../api.ts'
import { OfferContent } from '../../offers/offer-content.tsx'
import { useApiMutation } from '../../queries.ts'
import { offerQuery } from '../../reservations/offer-page.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { LinkAnchor } from '../../ui/links.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { History } from '../history.tsx'
import { splitAnswers, WorkAnswers } from '../item-answers.tsx'
import { ProofView } from '../proof-view.tsx'
import { WorkStatus } from '../status.tsx'
import { Appeal } from './appeal.tsx'
import { OwnFlags } from './own-flags.tsx'
import { type Work, workQuery } from './own-work.ts'
import { ReworkForm } from './rework-form.tsx'
import { WorkState } from './work-state.tsx'

const route = getRouteApi('/executor/work/$executionId')

/** One own submission: its content, its state and the possible actions. */
export function WorkItem() {
  const { t } = useLingui()
  const { executionId } = route.useParams()
  const query = useQuery(workQuery(Number(executionId)))
  if (!query.data)
    return (
      <Page title={t`Submission`}>
        <QueryContent query={query}>{() => null}</QueryContent>
      </Page>
    )
  return <WorkDetails key={executionId} work={query.data} />
}

function WorkDetails({ work }: { readonly work: Work }) {
  const { t } = useLingui()
  return (
    <Page title={work.offerTitle} description={<Back work={work} />} actions={<StatusAndWithdraw work={work} />}>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="lg">
            <WorkState work={work} />
            <OwnFlags work={work} />
            <Appeal work={work} />
            {work.allowedActions.includes('Resubmit') ? <ReworkForm work={work} /> : <SubmittedContent work={work} />}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Section title={t`History`}>
            <Paper withBorder p="md" radius="md">
              <History events={work.history} />
            </Paper>
          </Section>
        </Grid.Col>
      </Grid>
    </Page>
  )
}

const Back = ({ work }: { readonly work: Work }) => (
  <Group gap="md">
    <LinkAnchor to="/executor/work" size="sm">
      <Trans>My work</Trans>
    </LinkAnchor>
    <LinkAnchor
      to="/executor/messages/$conversationId"
      params={{ conversationId: String(work.reservationId) }}
      size="sm"
    >
      <Trans>Write to the advertiser</Trans>
    </LinkAnchor>
  </Group>
)

function StatusAndWithdraw({ work }: { readonly work: Work }) {
  const { t } = useLingui()
  const withdraw = useApiMutation(['executions', 'offers', 'reservations'], (_: null, headers) =>
    groupA.POST('/api/executor/executions/{id}/withdraw', { params: { path: { id: work.id }, header: headers } }),
  )
  return (
    <Group gap="sm">
      <WorkStatus status={work.status} />
      <ActionButton
        label={t`Withdraw submission`}
        variant="default"
        color="red"
        allowed={work.allowedActions}
        action="Withdraw"
        mutation={withdraw}
        input={null}
        confirm={<Trans>It will not be reviewed or paid. Your acceptance rate is not affected.</Trans>}
        successMessage={t`Withdrawn.`}
      />
    </Group>
  )
}

/** The submitted content. */
function SubmittedContent({ work }: { readonly work: Work }) {
  const { t, i18n } = useLingui()
  const offer = useQuery(offerQuery(work.offerId, i18n.locale))
  const submitted = { details: work.details, page: work.offerContent.page, items: work.answeredItems }
  const { answers } = splitAnswers(submitted)
  return (
    <>
      {(work.proofs.length > 0 || answers.length === 0) && (
        <Section title={t`Proofs`}>
          <ProofView proofs={work.proofs} />
        </Section>
      )}
      <Section title={t`Your answers`}>
        <Paper withBorder p="md" radius="md">
          <WorkAnswers {...submitted} schema={offer.data?.executionDetailsSchema} />
        </Paper>
      </Section>
      <OfferContent offer={contentIn(work.offerContent, i18n.locale)} />
    </>
  )
}

/** Returns the offer's content in the reader's language, if the advertiser translated it. */
const contentIn = ({ translations, ...content }: Work['offerContent'], locale: string) => ({
  ...content,
  ...(translations[locale] as { description?: string } | undefined),
  contentLanguage: translations[locale] ? locale : content.sourceLanguage,
})
