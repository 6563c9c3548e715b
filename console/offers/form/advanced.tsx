import { Trans } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useDefaultOf } from './offer-defaults.ts'
import type { OfferForm } from './offer-fields.tsx'
import type { OfferValues } from './offer-values.ts'

type AdvancedProps = {
  readonly offer: OfferForm
  readonly members: readonly (keyof OfferValues)[]
  readonly children: ReactNode
}

/** Rarely used fields, folded unless one of them differs from its default or has an error. */
export function Advanced({ offer, members, children }: AdvancedProps) {
  const { form, canEdit } = offer
  const defaultOf = useDefaultOf(offer)
  const [first] = useState(form.values)
  const differs = (name: keyof OfferValues) => {
    const value = first[name]
    return Array.isArray(value) ? value.length > 0 : value !== '' && value !== (defaultOf(name) ?? false)
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
        style={{ alignSelf: 'flex-start' }}
        onClick={() => setChoice(!isOpen)}
        aria-expanded={isOpen}
      >
        {isOpen ? <Trans>Hide advanced settings</Trans> : <Trans>Advanced settings</Trans>}
      </Button>
      {isOpen && children}
    </Stack>
  )
}
