import { Trans } from '@lingui/react/macro'
import { Anchor, Box, List, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Count } from '../formatted.tsx'
import { UserText } from '../user-text.tsx'
import { useMemberName } from './names.ts'
import { isRecord, type Schema, type Values } from './schema.ts'

type AnswersProps = { readonly details: Values; readonly schema?: unknown }

/** Submitted values under the schema's titles and in its order; unknown members come last. */
export function Answers({ details, schema }: AnswersProps) {
  const nameOf = useMemberName()
  const shape: Schema = isRecord(schema) ? schema : {}
  const known = Object.keys(shape.properties ?? {}).filter((key) => key in details)
  const keys = [...known, ...Object.keys(details).filter((key) => !known.includes(key))]
  if (keys.length === 0)
    return (
      <Text c="dimmed">
        <Trans>No answers were given.</Trans>
      </Text>
    )
  return (
    <Stack gap="xs" component="dl" m={0}>
      {keys.map((key) => (
        <Box key={key}>
          <Text component="dt" size="sm" c="dimmed" title={shape.properties?.[key]?.description}>
            {nameOf(key, shape.properties?.[key])}
          </Text>
          <Box component="dd" m={0}>
            <Answer value={details[key]} schema={shape.properties?.[key]} />
          </Box>
        </Box>
      ))}
    </Stack>
  )
}

type AnswerProps = { readonly value: unknown; readonly schema?: Schema | undefined }

function Answer({ value, schema }: AnswerProps): ReactNode {
  if (typeof value === 'number') return <Count value={value} />
  if (typeof value === 'boolean') return value ? <Trans>Yes</Trans> : <Trans>No</Trans>
  if (typeof value === 'string') return <TextAnswer text={value} isUrl={schema?.format === 'uri'} />
  if (Array.isArray(value)) return <AnswerList values={value} schema={schema?.items} />
  if (isRecord(value)) return <Answers details={value} schema={schema} />
  return <>–</>
}

function AnswerList({ values, schema }: { readonly values: readonly unknown[]; readonly schema?: Schema | undefined }) {
  return (
    <List type="ordered" spacing={4} listStyleType="decimal">
      {values.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: elements have no other identity.
        <List.Item key={index}>{<Answer value={value} schema={schema} />}</List.Item>
      ))}
    </List>
  )
}

const isHttpUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** A user-supplied link opens in a new tab without a referrer. */
function TextAnswer({ text, isUrl }: { readonly text: string; readonly isUrl: boolean }) {
  if (!isUrl || !isHttpUrl(text)) return <UserText text={text} />
  return (
    <Anchor href={text} target="_blank" rel="noopener noreferrer nofollow" inline={false}>
      <UserText text={text} oneLine />
    </Anchor>
  )
}
