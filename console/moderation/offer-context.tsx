import { Trans, useLingui } from '@lingui/react/macro'
import { Card, Stack, Text, Timeline, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { AccountLink } from '../accounts/account-link.tsx'
import { DisputesLost } from '../accounts/disputes-lost.tsx'
import type { A } from '../api.ts'
import { actionLabels, actorLabels } from '../audit/audit-labels.ts'
import { AutomaticPayments } from '../offers/automatic-payments.tsx'
import { countryIn } from '../ui/countries.ts'
import { Fact } from '../ui/fact.tsx'
import { Count, Duration, Money, Percent, Time } from '../ui/formatted.tsx'
import { genderLabels, useLabels } from '../ui/labels.ts'
import { UserText } from '../ui/user-text.tsx'

type Offer = A['OfferToJudge']
type Props = { readonly offer: Offer }

/** Facts executors do not see: the advertiser, the terms, and earlier decisions. */
export const OfferContext = ({ offer }: Props) => (
  <Stack gap="md">
    <Advertiser offer={offer} />
    <Terms offer={offer} />
    <ContextCard title={<Trans>Paid without a decision</Trans>}>
      <AutomaticPayments rules={offer.autoAcceptRules} reviewSeconds={offer.reviewPeriodSeconds} />
    </ContextCard>
    <Decisions offer={offer} />
  </Stack>
)

const ContextCard = ({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) => (
  <Card withBorder component="section">
    <Title order={3} size="h4" mb="xs">
      {title}
    </Title>
    {children}
  </Card>
)

function Advertiser({ offer: { advertiser } }: Props) {
  const { t } = useLingui()
  return (
    <ContextCard title={<Trans>The advertiser</Trans>}>
      <AccountLink id={advertiser.id} email={advertiser.email} />
      <dl className="facts">
        <Fact name={t`Acceptance rate`}>
          {advertiser.acceptanceRate === null ? (
            <Trans>no decisions yet</Trans>
          ) : (
            <Trans>
              <Percent value={advertiser.acceptanceRate} /> of <Count value={advertiser.decidedCount} />
            </Trans>
          )}
        </Fact>
        <Fact name={t`Median review time`}>
          <Duration seconds={advertiser.medianReviewSeconds} />
        </Fact>
        <Fact name={t`Disputes lost`}>
          <DisputesLost {...advertiser} />
        </Fact>
      </dl>
    </ContextCard>
  )
}

function Terms({ offer }: Props) {
  const { t } = useLingui()
  const money = (amount: number) => <Money amount={amount} currency={offer.currency} />
  return (
    <ContextCard title={<Trans>Terms</Trans>}>
      <dl className="facts">
        <Fact name={t`Total cost`}>{money(offer.totalCost)}</Fact>
        <Fact name={t`Cost per submission, with fees`}>{money(offer.costPerAction)}</Fact>
        <Fact name={t`Slots`}>
          <Count value={offer.counts.remaining} /> / <Count value={offer.totalLimit} />
        </Fact>
        <Fact name={t`Time limit`}>
          <Duration seconds={offer.reservationDurationSeconds} />
        </Fact>
        <Fact name={t`Reviewed within`}>
          <Duration seconds={offer.reviewPeriodSeconds} />
        </Fact>
        <Fact name={t`Max. per executor`}>
          <Count value={offer.perExecutorLimit} />
        </Fact>
        {offer.startsAtUtc && (
          <Fact name={t`From`}>
            <Time at={offer.startsAtUtc} isExact />
          </Fact>
        )}
        {offer.endsAtUtc && (
          <Fact name={t`Until`}>
            <Time at={offer.endsAtUtc} isExact />
          </Fact>
        )}
        <Audience offer={offer} />
      </dl>
    </ContextCard>
  )
}

function Audience({ offer }: Props) {
  const { t, i18n } = useLingui()
  const word = useLabels(genderLabels)
  const { minAge, maxAge, gender, targetCountryIds, minExecutorLevel } = offer
  const ages = [minAge === null ? null : t`from ${minAge}`, maxAge === null ? null : t`up to ${maxAge}`]
  return (
    <>
      {(minAge ?? maxAge) !== null && <Fact name={t`Age`}>{ages.filter(Boolean).join(' ')}</Fact>}
      {gender !== 'Any' && <Fact name={t`Gender`}>{word(gender)}</Fact>}
      {targetCountryIds.length > 0 && (
        <Fact name={t`Countries`}>{targetCountryIds.map((id) => countryIn(i18n.locale, id)).join(', ')}</Fact>
      )}
      {minExecutorLevel > 0 && (
        <Fact name={t`Minimum level`}>
          <Count value={minExecutorLevel} />
        </Fact>
      )}
    </>
  )
}

function Decisions({ offer: { decisions } }: Props) {
  const action = useLabels(actionLabels)
  const actor = useLabels(actorLabels)
  return (
    <ContextCard title={<Trans>Earlier decisions</Trans>}>
      {decisions.length === 0 && (
        <Text size="sm" c="dimmed">
          <Trans>None yet</Trans>
        </Text>
      )}
      <Timeline bulletSize={14} lineWidth={2} active={decisions.length}>
        {decisions.map((decision) => (
          <Timeline.Item
            key={`${decision.action} ${decision.decidedAtUtc}`}
            title={<Text size="sm" fw={600}>{`${action(decision.action)} · ${actor(decision.actor)}`}</Text>}
          >
            {decision.reason && <UserText text={decision.reason} size="sm" />}
            <Text size="xs" c="dimmed">
              <Time at={decision.decidedAtUtc} />
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </ContextCard>
  )
}
