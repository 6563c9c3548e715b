import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Skeleton, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { brandName } from '../ui/brand.ts'
import { Money } from '../ui/formatted.tsx'
import { LinkButton } from '../ui/links.tsx'
import { Markdown } from '../ui/markdown/markdown.tsx'
import { Tile, Tiles } from '../ui/tile.tsx'
import { OpenTasks } from './open-tasks.tsx'
import { type Presentation, presentationQuery } from './public-api.ts'

/** The first page of visitors: what this marketplace is, its fees and its open tasks. */
export function Landing() {
  const { t, i18n } = useLingui()
  const { data: site, isError } = useQuery(presentationQuery(i18n.locale))
  useEffect(() => {
    document.title = brandName()
  }, [])
  return (
    <Stack gap="xl">
      <Stack gap="md" maw={720}>
        <Title order={1}>{t`Earn with small tasks, or have them done for you`}</Title>
        {site && (
          <div lang={site.about.contentLanguage}>
            <Markdown text={site.about.text} headingLevel={2} />
          </div>
        )}
        {!site && !isError && <Skeleton height={72} radius="md" />}
        <Group gap="sm">
          <LinkButton to="/sign-up">
            <Trans>Create account</Trans>
          </LinkButton>
          <LinkButton to="/sign-in" variant="default">
            <Trans context="button">Sign in</Trans>
          </LinkButton>
        </Group>
      </Stack>
      <OpenTasks />
      {site && <Fees site={site} />}
    </Stack>
  )
}

function Fees({ site: { currency, feePercent, withdrawalMinimum } }: { readonly site: Presentation }) {
  const { t, i18n } = useLingui()
  const fee = new Intl.NumberFormat(i18n.locale, { style: 'percent', maximumFractionDigits: 2 }).format(
    feePercent / 100,
  )
  return (
    <Stack gap="sm" component="section" aria-label={t`Fees`}>
      <Title order={2}>{t`Fees`}</Title>
      <Tiles columns={3}>
        <Tile name={t`Executors pay`} description={t`You get the whole reward.`}>
          <Money amount={0} currency={currency} />
        </Tile>
        <Tile name={t`Advertisers pay`} description={t`On top of the reward, only for accepted work.`}>
          <span className="numeric">{fee}</span>
        </Tile>
        <Tile name={t`Minimum withdrawal`} description={t`Smaller amounts stay in your account.`}>
          <Money amount={withdrawalMinimum} currency={currency} />
        </Tile>
      </Tiles>
    </Stack>
  )
}
