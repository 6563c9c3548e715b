import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PublicPageName } from '../ui/brand.ts'
import { Empty } from '../ui/empty.tsx'
import { Markdown } from '../ui/markdown/markdown.tsx'
import { Page } from '../ui/page.tsx'
import { QueryContent } from '../ui/query-content.tsx'
import { isMissing, publicPageQuery } from './public-api.ts'

/** Terms, privacy and contact: public pages with texts that the operator writes. */
export const TermsPage = () => <PublicPage name="terms" />
export const PrivacyPolicyPage = () => <PublicPage name="privacy" />
export const ContactPage = () => <PublicPage name="contact" />

type PublicPageProps = {
  readonly name: PublicPageName
  /** Shows the text; as Markdown by default. */
  readonly children?: (text: string) => ReactNode
}

export function PublicPage({ name, children = (text) => <Markdown text={text} headingLevel={2} /> }: PublicPageProps) {
  const { t, i18n } = useLingui()
  const query = useQuery({
    ...publicPageQuery(name, i18n.locale),
    retry: (count, error) => !isMissing(error) && count < 3,
  })
  const titles = { help: t`Help`, terms: t`Terms of use`, privacy: t`Privacy policy`, contact: t`Contact` }
  if (isMissing(query.error))
    return (
      <Page title={titles[name]}>
        <Empty title={t`Not published yet`}>
          <Trans>The operator of this marketplace has not published this page.</Trans>
        </Empty>
      </Page>
    )
  return (
    <Page title={titles[name]}>
      <QueryContent query={query}>
        {({ contentLanguage, text }) => <div lang={contentLanguage}>{children(text)}</div>}
      </QueryContent>
    </Page>
  )
}
