import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Kbd, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Shown } from './fill.ts'
import { type Field, isMarks, isTyped } from './form-schema.ts'

type KeyListProps = { readonly fields: readonly Field[]; readonly show: readonly Shown[] }

/** The keys that work on this form. */
export function KeyList({ fields, show }: KeyListProps) {
  const { t } = useLingui()
  const has = (is: (field: Field) => boolean) => fields.some(is)
  const shows = (...kinds: readonly string[]) => show.some(({ kind }) => kinds.includes(kind))
  return (
    <Group gap="md" component="ul" aria-label={t`Keys`} p={0} m={0} style={{ listStyle: 'none' }}>
      {has((field) => !isTyped(field)) && <Key keys={['1', '9']} joint="–" meaning={<Trans>choose</Trans>} />}
      <Key keys={['Enter']} meaning={<Trans>next</Trans>} />
      <Key keys={['Backspace']} meaning={<Trans>back</Trans>} />
      {fields.length > 1 && <Key keys={['↑', '↓']} meaning={<Trans>other field</Trans>} />}
      {has(isTyped) && <Key keys={['Esc']} meaning={<Trans>leave the text</Trans>} />}
      {has(({ input }) => input === 'text') && (
        <Key keys={['Shift', 'Enter']} joint="+" meaning={<Trans>new line</Trans>} />
      )}
      {shows('image') && <Key keys={['+', '−']} meaning={<Trans>zoom</Trans>} />}
      {shows('audio', 'video') && <Key keys={['Space']} meaning={<Trans>play or pause</Trans>} />}
      {has((field) => isMarks(field) && field.input !== 'spans') && (
        <>
          <Key keys={['n']} meaning={<Trans>new mark</Trans>} />
          <Key keys={['←', '↑', '→', '↓']} meaning={<Trans>move the mark, with Shift resize it</Trans>} />
        </>
      )}
      {has(isMarks) && <Key keys={['Delete']} meaning={<Trans>remove the mark</Trans>} />}
    </Group>
  )
}

type KeyProps = { readonly keys: readonly string[]; readonly joint?: string; readonly meaning: ReactNode }

const Key = ({ keys, joint = ' ', meaning }: KeyProps) => (
  <Text component="li" size="sm" c="dimmed">
    {keys.map((key, place) => (
      <span key={key}>
        {place > 0 && joint}
        <Kbd>{key}</Kbd>
      </span>
    ))}{' '}
    {meaning}
  </Text>
)
