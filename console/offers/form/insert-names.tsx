import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { isName } from '../page-form/fill.ts'
import type { OfferForm } from './offer-fields.tsx'

const textPaths = ['title', 'description'] as const
type TextPath = (typeof textPaths)[number]
type TextField = HTMLInputElement | HTMLTextAreaElement

const pathOf = (field: EventTarget | null): TextPath | undefined =>
  field instanceof HTMLElement ? textPaths.find((path) => path === field.dataset['path']) : undefined

/** Buttons that insert the columns of the items into the text in which the cursor was last. */
export function InsertNames({ offer: { form, source } }: { readonly offer: Pick<OfferForm, 'form' | 'source'> }) {
  const last = useRef<TextField | null>(null)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (pathOf(target)) last.current = target as TextField
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  const names = (form.values.hasItems ? (source.sample?.columns ?? []) : []).filter(isName)
  if (names.length === 0) return null
  const insert = (name: string) => {
    const field = last.current?.isConnected ? last.current : document.querySelector<TextField>('[data-path="title"]')
    const path = pathOf(field)
    if (!field || !path) return
    const [from, to] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length]
    const text = `{{${name}}}`
    form.setFieldValue(path, `${field.value.slice(0, from)}${text}${field.value.slice(to)}`)
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(from + text.length, from + text.length)
    })
  }
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        <Trans>Insert a value of the item:</Trans>
      </Text>
      {names.map((name) => (
        <Button key={name} variant="default" size="compact-sm" onClick={() => insert(name)}>
          {`{{${name}}}`}
        </Button>
      ))}
    </Group>
  )
}
