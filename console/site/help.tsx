import { Trans, useLingui } from '@lingui/react/macro'
import { Accordion, Stack, Text, TextInput, Title } from '@mantine/core'
import { SearchIcon } from 'lucide-react'
import { useState } from 'react'
import { publicPages } from '../ui/brand.ts'
import { Empty } from '../ui/empty.tsx'
import { LinkAnchor } from '../ui/links.tsx'
import { Markdown } from '../ui/markdown/markdown.tsx'
import { escapeHidden } from '../ui/user-text.tsx'
import { searched, type Topic, topicsOf } from './help-topics.ts'
import { PublicPage } from './public-page.tsx'

/** Questions and answers by topic, with a search. */
export const HelpPage = () => <PublicPage name="help">{(text) => <HelpCenter text={text} />}</PublicPage>

/** Up to this number, answers that were found are shown at once. */
const openMax = 5

function HelpCenter({ text }: { readonly text: string }) {
  const { t } = useLingui()
  const [search, setSearch] = useState('')
  const topics = searched(topicsOf(text), search)
  const count = topics.reduce((sum, { questions }) => sum + questions.length, 0)
  const isOpen = search.trim() !== '' && count <= openMax
  return (
    <Stack gap="xl" maw={760}>
      <TextInput
        type="search"
        aria-label={t`Search help`}
        placeholder={t`Search help`}
        leftSection={<SearchIcon size={16} />}
        maxLength={100}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {topics.length === 0 && (
        <Empty title={t`Nothing found`}>
          <Trans>Try other words.</Trans>
        </Empty>
      )}
      {topics.map((topic) => (
        <TopicPart key={`${topic.line} ${isOpen ? search : ''}`} topic={topic} isOpen={isOpen} />
      ))}
      {publicPages().includes('contact') && (
        <Text>
          <Trans>
            Is your question not answered here? <LinkAnchor to="/contact">Contact us</LinkAnchor>.
          </Trans>
        </Text>
      )}
    </Stack>
  )
}

function TopicPart({ topic: { title, text, questions }, isOpen }: { readonly topic: Topic; readonly isOpen: boolean }) {
  const opened = isOpen ? questions.map(({ line }) => String(line)) : []
  return (
    <Stack component="section" gap="sm">
      {title && (
        <Title order={2} dir="auto">
          {escapeHidden(title)}
        </Title>
      )}
      {text.trim() && <Markdown text={text} headingLevel={3} />}
      {questions.length > 0 && (
        <Accordion multiple order={3} defaultValue={opened}>
          {questions.map((question) => (
            <Accordion.Item key={question.line} value={String(question.line)}>
              <Accordion.Control dir="auto">{escapeHidden(question.title)}</Accordion.Control>
              <Accordion.Panel>
                <Markdown text={question.text} headingLevel={3} />
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      )}
    </Stack>
  )
}
