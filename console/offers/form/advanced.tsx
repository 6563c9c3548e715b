import { Button, Stack } from '@mantine/core'
import { ChevronDownIcon, ChevronUpIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useDefaultOf } from './offer-defaults.ts'
import type { OfferForm } from './offer-fields.tsx'
import type { OfferValues } from './offer-values.ts'

type AdvancedProps = {
  /** The text of the button that shows and hides the fields. */
  readonly label: string
  readonly offer: OfferForm
  readonly members: readonly (keyof OfferValues)[]
  readonly children: ReactNode
}

/** Rarely used fields, folded unless one of them differs from its default or has an error. */
export function Advanced({ label, offer, members, children }: AdvancedProps) {
  const { form, canEdit } = offer
  const defaultOf = useDefaultOf(offer)
  const [first] = useState(form.values)
  const differs = (name: keyof OfferValues) => {
    const value = first[name]
    if (Array.isArray(value)) return value.length > 0
    if (name === 'screenOut') return Object.values(value ?? {}).some((part) => part !== '')
    return value !== '' && value !== (defaultOf(name) ?? false)
  }
  const [choice, setChoice] = useState<boolean>()
  const hasError = Object.keys(form.errors).some((path) =>
    (members as readonly string[]).includes(path.split('.')[0] ?? ''),
  )
  const isOpen = (choice ?? members.some(differs)) || hasError
  if (!members.some(canEdit)) return null
  return (
    <Stack gap="xl" align="stretch">
      <Button
        variant="subtle"
        size="compact-md"
        h="auto"
        mih="1.875rem"
        styles={{ label: { whiteSpace: 'normal', overflow: 'visible' } }}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => setChoice(!isOpen)}
        aria-expanded={isOpen}
        rightSection={isOpen ? <ChevronUpIcon size={16} /> : <ChevronDownIcon size={16} />}
      >
        {label}
      </Button>
      {isOpen && children}
    </Stack>
  )
}
