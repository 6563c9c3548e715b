import { Trans } from '@lingui/react/macro'
import { Anchor, Box, List, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Count } from '../formatted.tsx'
import { UserText } from '../user-text.tsx'
import { useMemberNames } from './names.ts'

type Schema = {
  readonly title?: string
  readonly description?: string
  readonly format?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}
type Named = Readonly<Record<string, unknown>>

const isNamed = (value: unknown): value is Named => typeof value === 'object' && value !== null && !Array.isArray(value)

type Answers = { readonly details: Named; readonly schema?: unknown }

/** Submitted values under the schema's titles and in its order; unknown members come last. */
export function Answers({ details, schema }: Answers) {
  const nameOf = useMemberNames()
  const shape: Schema = isNamed(schema) ? schema : {}
  const known = Object.keys(shape.properties ?? {}).filter((key) => key in details)
  const keys = [...known, ...Object.keys(details).filter((key) => !known.includes(key))]
  if (keys.length === 0)
    return (
      <Text c="dimmed">
        <Trans>Only proofs were required.</Trans>
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

type AnswersProps = { readonly value: unknown; readonly schema?: Schema | undefined }

function Answer({ value, schema }: AnswersProps): ReactNode {
  if (typeof value === 'number') return <Count of={value} />
  if (typeof value === 'boolean') return value ? <Trans>Yes</Trans> : <Trans>No</Trans>
  if (typeof value === 'string') return <Words text={value} isAddress={schema?.format === 'uri'} />
  if (Array.isArray(value)) return <Several values={value} schema={schema?.items} />
  if (isNamed(value)) return <Answers details={value} schema={schema} />
  return <>–</>
}

function Several({ values, schema }: { readonly values: readonly unknown[]; readonly schema?: Schema | undefined }) {
  return (
    <List type="ordered" spacing={4} listStyleType="decimal">
      {values.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing but their order.
        <List.Item key={index}>{<Answer value={value} schema={schema} />}</List.Item>
      ))}
    </List>
  )
}

const isWeb = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** A user-supplied link opens in a new tab without a referrer. */
function Words({ text, isAddress }: { readonly text: string; readonly isAddress: boolean }) {
  if (!isAddress || !isWeb(text)) return <UserText text={text} />
  return (
    <Anchor href={text} target="_blank" rel="noopener noreferrer nofollow" inline={false}>
      <UserText text={text} oneLine />
    </Anchor>
  )
}
