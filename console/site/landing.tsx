import { Trans, useLingui } from '@lingui/react/macro'
import { SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { brandName } from '../ui/brand.ts'
import { percentIn } from '../ui/formats.ts'
import { Money, Time } from '../ui/formatted.tsx'
import { Markdown } from '../ui/markdown/markdown.tsx'
import { Tile, Tiles } from '../ui/tile.tsx'
import { Door } from './door.tsx'
import { OpenTasks } from './open-tasks.tsx'
import { type Presentation, presentationQuery } from './public-api.ts'
import './landing.css'

/** The first page of visitors: what this marketplace offers each side, how it works, its open tasks and its fees. */
export function Landing() {
  const { t, i18n } = useLingui()
  const { data: site, isError } = useQuery(presentationQuery(i18n.locale))
  useEffect(() => {
    document.title = brandName()
  }, [])
  return (
    <Stack gap={56} py="md">
      <Stack gap="md" maw={760}>
        <Title order={1} className="landing-title">{t`Earn with small tasks, or have them done for you`}</Title>
        {site && (
          <div lang={site.about.contentLanguage}>
            <Markdown text={site.about.text} headingLevel={2} />
          </div>
        )}
        {!site && !isError && <Skeleton height={72} radius="md" />}
      </Stack>
      <Doors site={site} />
      <Steps />
      <OpenTasks />
      {site && <Fees site={site} />}
    </Stack>
  )
}

const usePercent = () => {
  const { i18n } = useLingui()
  return (percent: number) => percentIn(i18n.locale, percent)
}

/** The two sides of the marketplace, with what each pays and what protects it. */
function Doors({ site }: { readonly site: Presentation | undefined }) {
  const { t } = useLingui()
  const percent = usePercent()
  const fee = site && percent(site.feePercent)
  const all = percent(100)
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
      <Door
        title={t`Earn money`}
        promises={[
          t`You keep ${all} of every reward.`,
          t`No decision in time: you are paid.`,
          t`A rejection you contest is decided by someone neutral.`,
        ]}
        side="Executor"
        action={t`Start earning`}
      />
      <Door
        title={t`Get work done`}
        promises={[
          t`You pay only for results that you accept.`,
          fee ? t`The fee is ${fee} of the reward.` : t`You see the whole cost before you pay.`,
          t`Money that is not spent comes back.`,
        ]}
        side="Advertiser"
        action={t`Post a task`}
      />
    </SimpleGrid>
  )
}

function Steps() {
  const { t } = useLingui()
  return (
    <Stack gap="md" component="section" aria-label={t`How it works`}>
      <Title order={2}>{t`How it works`}</Title>
      <Title order={3} size="h4">{t`For executors`}</Title>
      <ol className="landing-steps">
        <Step
          title={t`A task is posted`}
        >{t`It says what to do, what counts as proof, and what it pays. The money is set aside.`}</Step>
        <Step
          title={t`You reserve it and do it`}
        >{t`The slot is yours until the timer ends. Then you send in your proof.`}</Step>
        <Step
          title={t`It is accepted and paid`}
        >{t`The reward is added to your earnings. Once it has cleared, you can withdraw it.`}</Step>
      </ol>
      <Title order={3} size="h4">{t`For advertisers`}</Title>
      <ol className="landing-steps">
        <Step
          title={t`You describe the task`}
        >{t`What to do, what counts as proof, who may do it and what it pays. The cost is set aside from your balance.`}</Step>
        <Step
          title={t`People do it`}
        >{t`Many work at the same time. For pictures or texts, you import a file, and several people answer each row.`}</Step>
        <Step
          title={t`You accept the results`}
        >{t`Or reject them with a reason, or ask for changes. You download everything as a table.`}</Step>
      </ol>
    </Stack>
  )
}

const Step = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <li>
    <Text fw={600}>{title}</Text>
    <Text c="dimmed">{children}</Text>
  </li>
)

function Fees({
  site: { currency, feePercent, feeChange, withdrawalMinimum, rewarded },
}: {
  readonly site: Presentation
}) {
  const { t } = useLingui()
  const percent = usePercent()
  return (
    <Stack gap="md" component="section" aria-label={t`Fees`}>
      <Title order={2}>{t`Fees`}</Title>
      <Tiles columns={rewarded > 0 ? 4 : 3}>
        {rewarded > 0 && (
          <Tile name={t`Paid to executors so far`}>
            <Money amount={rewarded} currency={currency} />
          </Tile>
        )}
        <Tile name={t`Executors pay`} description={t`You get the whole reward.`}>
          <Money amount={0} currency={currency} />
        </Tile>
        <Tile name={t`Advertisers pay`} description={t`On top of the reward, only for accepted work.`}>
          <span className="numeric">{percent(feePercent)}</span>
        </Tile>
        <Tile name={t`Minimum withdrawal`} description={t`Smaller amounts stay in your account.`}>
          <Money amount={withdrawalMinimum} currency={currency} />
        </Tile>
      </Tiles>
      {feeChange && (
        <Text c="dimmed">
          <Trans>
            From <Time at={feeChange.holdsFromUtc} isExact />, advertisers pay {percent(feeChange.feePercent)} for new
            tasks.
          </Trans>
        </Text>
      )}
    </Stack>
  )
}
