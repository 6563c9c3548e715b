import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../api.ts'
import type { PublicPageName } from '../ui/brand.ts'
import { Empty } from '../ui/empty.tsx'
import { Markdown } from '../ui/markdown/markdown.tsx'
import { Page } from '../ui/page.tsx'
import { QueryContent } from '../ui/query-content.tsx'
import { publicPageQuery } from './public-api.ts'

/** Help, terms and privacy: public pages with texts that the operator writes. */
export const HelpPage = () => <PublicPage name="help" />
export const TermsPage = () => <PublicPage name="terms" />
export const PrivacyPolicyPage = () => <PublicPage name="privacy" />

function PublicPage({ name }: { readonly name: PublicPageName }) {
  const { t, i18n } = useLingui()
  const query = useQuery({
    ...publicPageQuery(name, i18n.locale),
    retry: (count, error) => !isMissing(error) && count < 3,
  })
  const titles = { help: t`Help`, terms: t`Terms of use`, privacy: t`Privacy policy` }
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
        {({ contentLanguage, text }) => (
          <div lang={contentLanguage}>
            <Markdown text={text} headingLevel={2} />
          </div>
        )}
      </QueryContent>
    </Page>
  )
}

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404
