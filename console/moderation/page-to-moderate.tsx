import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Code, Group, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type A, groupA } from '../api.ts'
import { FormPreview } from '../offers/page-editor/form-preview.tsx'
import { SampleSteps } from '../offers/page-editor/sample-steps.tsx'
import { PreviewFrame } from '../offers/page-frame/preview-frame.tsx'
import { apiQuery } from '../queries.ts'
import { Section } from '../ui/page.tsx'
import { LoadingSkeleton, QueryContent } from '../ui/query-content.tsx'

type Offer = A['OfferToJudge']
type Page = NonNullable<Offer['page']>
type PageProps = { readonly page: Page; readonly samples: A['PageSamples']['samples'] }

/** The page on which executors would work, with the first items; with a pending change, that of the change. */
export function PageToModerate({ offer }: { readonly offer: Offer }) {
  const { pendingChange } = offer
  const page = pendingChange?.status === 'Pending' ? pendingChange.content.page : offer.page
  return page ? <Samples offer={offer} page={page} /> : null
}

function Samples({ offer: { id, version }, page }: { readonly offer: Offer; readonly page: Page }) {
  const { t } = useLingui()
  const query = useQuery(
    apiQuery(['offers', 'page samples', id, version], (signal) =>
      groupA.GET('/api/operator/offers/{offerId}/page', { params: { path: { offerId: id } }, signal }),
    ),
  )
  return (
    <Section title={t`Page for executors`}>
      <QueryContent query={query} placeholder={<LoadingSkeleton rows={1} height={160} />}>
        {({ samples }) =>
          page.kind === 'form' ? (
            <FormPreview page={page as never} sampleItems={samples} />
          ) : (
            <OwnPage page={page} samples={samples} />
          )
        }
      </QueryContent>
    </Section>
  )
}

/** Scripts of an advertiser run only once the operator asks for it. */
function OwnPage({ page, samples }: PageProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [place, setPlace] = useState(0)
  const shown = samples[place]
  const source = page.html ?? page.url ?? ''
  return (
    <Paper withBorder p="md" radius="md">
      <Stack gap="sm">
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {page.kind === 'html' ? (
              <Trans>The page of the advertiser, as it was written:</Trans>
            ) : (
              <Trans>The page is on another site, which can change it at any time:</Trans>
            )}
          </Text>
          <SampleSteps place={place} count={samples.length} onChange={setPlace} />
        </Group>
        <Code block tabIndex={0} mah={240} style={{ overflow: 'auto' }} dir="ltr">
          {source}
        </Code>
        {isOpen && shown ? (
          <PreviewFrame key={place} shown={shown} kind={page.kind} opensIn={page.opensIn} />
        ) : (
          <Button variant="light" onClick={() => setIsOpen(true)}>
            <Trans>Open the page</Trans>
          </Button>
        )}
      </Stack>
    </Paper>
  )
}
