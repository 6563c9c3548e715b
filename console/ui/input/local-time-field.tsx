import { useLingui } from '@lingui/react/macro'
import { SegmentedControl, Stack, TextInput, type TextInputProps } from '@mantine/core'
import { useRef, useState } from 'react'
import { readLocalTime } from '../../../cli/src/input/local-time.ts'
import { useSubmitGuard } from './submit-guard.ts'

type LocalTimeFieldProps = Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  /** An instant in UTC; empty for none. */
  readonly value?: string | undefined
  readonly onChange?: (instant: string) => void
}

const minuteMs = 60_000
const minuteLength = 16
const zone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** A field for a time in the reader's time zone, kept as an instant. A time that clocks skip is refused; of one that they show twice, the person chooses one. */
export function LocalTimeField({ value = '', onChange, ...rest }: LocalTimeFieldProps) {
  const { t, i18n } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<{ readonly text: string; readonly instant: string }>()
  const text = typed && typed.instant === value ? typed.text : localOf(value)
  const time = text === '' ? undefined : readLocalTime(text, zone())
  const enter = (entered: string) => {
    const read = readLocalTime(entered, zone())
    const instant = read.kind === 'once' ? read.instants[0].toISOString() : ''
    setTyped({ text: entered, instant })
    onChange?.(instant)
  }
  const choose = (instant: string) => {
    setTyped({ text, instant })
    onChange?.(instant)
  }
  const isRefused = time !== undefined && time.kind !== 'once' && value === ''
  useSubmitGuard(input, isRefused, () => {})
  const never = time?.kind === 'never' ? t`Clocks skip this time that day. Choose another one.` : undefined
  const twice =
    time?.kind === 'twice' && value === '' ? t`Clocks show this time twice that day. Choose which one.` : undefined
  const nameOf = (instant: Date) => new Intl.DateTimeFormat(i18n.locale, { timeStyle: 'long' }).format(instant)
  return (
    <Stack gap={4}>
      <TextInput
        {...rest}
        ref={input}
        type="datetime-local"
        value={text}
        onChange={(event) => enter(event.currentTarget.value)}
        error={never ?? twice ?? rest.error}
      />
      {time?.kind === 'twice' && (
        <SegmentedControl
          size="xs"
          aria-label={t`Which time`}
          value={value}
          onChange={choose}
          data={time.instants.map((instant) => ({ value: instant.toISOString(), label: nameOf(instant) }))}
        />
      )}
    </Stack>
  )
}

/** Returns what the clock shows at an instant, for the field. */
function localOf(instant: string): string {
  const time = Date.parse(instant)
  if (Number.isNaN(time)) return ''
  return new Date(time - new Date(time).getTimezoneOffset() * minuteMs).toISOString().slice(0, minuteLength)
}
