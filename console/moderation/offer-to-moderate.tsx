import { useLingui } from '@lingui/react/macro'
import { Grid, Group, Stack, Text, Title } from '@mantine/core'
import { Assignee, OthersWork } from '../accounts/assignee.tsx'
import { useAssignments } from '../accounts/assignments.ts'
import { NotesSection } from '../accounts/internal-notes.tsx'
import type { A } from '../api.ts'
import { OfferContent } from '../offers/offer-content.tsx'
import { OfferStatus } from '../offers/status.tsx'
import { TranslatedTexts } from '../offers/translated-texts.tsx'
import { Money } from '../ui/formatted.tsx'
import { LoadingSkeleton, QueryContent } from '../ui/query-content.tsx'
import { isRecord } from '../ui/schema/schema.ts'
import { UserText } from '../ui/user-text.tsx'
import { ChangedContent } from './changed-content.tsx'
import { ModerationBar } from './moderation-bar.tsx'
import { OfferContext } from './offer-context.tsx'
import { PageToModerate } from './page-to-moderate.tsx'
import type { ModerationState } from './queue-state.ts'

type Offer = A['OfferToJudge']

/** The offer as executors would see it, next to its advertiser, terms and earlier decisions. */
export function OfferToModerate({ moderation }: { readonly moderation: ModerationState }) {
  return (
    <QueryContent query={moderation.offer} placeholder={<LoadingSkeleton rows={3} height={160} />}>
      {(offer) => (
        <Stack gap="md" component="article" miw={0}>
          <OfferHeader offer={offer} />
          <WhoModerates id={offer.id} />
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, xl: 7 }}>
              <Stack gap="md">
                {offer.pendingChange?.status === 'Pending' && (
                  <ChangedContent change={offer.pendingChange} current={offer} />
                )}
                <ContentWithTranslations offer={offer} />
                <PageToModerate offer={offer} />
              </Stack>
            </Grid.Col>
            <Grid.Col span={{ base: 12, xl: 5 }}>
              <Stack gap="md">
                <OfferContext offer={offer} />
                <NotesSection subject="offer" id={offer.id} />
              </Stack>
            </Grid.Col>
          </Grid>
          <ModerationBar moderation={moderation} offer={offer} />
        </Stack>
      )}
    </QueryContent>
  )
}

function WhoModerates({ id }: { readonly id: number }) {
  const assignment = useAssignments('offer', [id])(id)
  return (
    <>
      <Group>
        <Assignee subject="offer" id={id} assignment={assignment} />
      </Group>
      <OthersWork assignment={assignment} />
    </>
  )
}

function OfferHeader({ offer }: { readonly offer: Offer }) {
  const { i18n } = useLingui()
  const { names, code } = offer.typeOfWork
  const translation = names as Readonly<Record<string, string>>
  return (
    <div>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Title order={2}>
          <UserText text={offer.title} oneLine inherit />
        </Title>
        <Text fw={700} fz={24} lh={1.1} style={{ whiteSpace: 'nowrap' }}>
          <Money amount={offer.rewardPerAction} currency={offer.currency} /> × {offer.totalLimit}
        </Text>
      </Group>
      <Group gap="xs">
        <OfferStatus status={offer.status} />
        <Text size="sm" c="dimmed">
          {translation[i18n.locale] ?? translation.en ?? code}
        </Text>
      </Group>
    </div>
  )
}

/** The text for executors, with the advertiser's translations. */
function ContentWithTranslations({ offer }: { readonly offer: Offer }) {
  return (
    <>
      <OfferContent
        offer={{
          description: offer.description,
          details: isRecord(offer.details) ? offer.details : {},
          acceptanceCriteria: offer.acceptanceCriteria,
          proofInstructions: offer.proofInstructions,
          contentLanguage: offer.sourceLanguage,
        }}
        schema={offer.typeOfWork.offerDetailsSchema}
        showsSecret
      />
      <TranslatedTexts translations={offer.translations} />
    </>
  )
}
