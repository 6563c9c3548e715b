import { useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { BanIcon, HeartIcon } from 'lucide-react'
import { type A, groupA } from '../api.ts'
import { useApiMutation } from '../queries.ts'
import { ActionButton } from '../ui/action-button.tsx'

type Kind = A['AdvertiserMark']['mark']

export const useRemoveMark = () =>
  useApiMutation<number, unknown>(['offers'], (id, header) =>
    groupA.DELETE('/api/executor/advertiser-marks/{id}', { params: { path: { id }, header } }),
  )

type MarkedProps = { readonly offerId: number; readonly mark: A['AdvertiserMark'] | undefined }

/** Marks the advertiser of an offer as a favourite or blocks them, and undoes it. */
export function MarkAdvertiser({ offerId, mark }: MarkedProps) {
  const { t } = useLingui()
  const saving = useApiMutation<Kind, unknown>(['offers'], (kind, header) =>
    groupA.PUT('/api/executor/offers/{offerId}/advertiser-mark', {
      params: { path: { offerId }, header },
      body: { mark: kind as 'Favourite' | 'Blocked' },
    }),
  )
  const removing = useRemoveMark()
  const button = { size: 'compact-sm', variant: 'default' } as const
  if (mark?.mark === 'Blocked')
    return <ActionButton {...button} label={t`Unblock advertiser`} mutation={removing} input={mark.id} />
  return (
    <Group gap="xs">
      {mark ? (
        <Button
          {...button}
          leftSection={<HeartIcon fill="currentColor" />}
          aria-pressed
          loading={removing.isPending}
          onClick={() => removing.mutate(mark.id)}
        >
          {t`Favourite`}
        </Button>
      ) : (
        <ActionButton
          {...button}
          leftSection={<HeartIcon />}
          aria-pressed={false}
          label={t`Favourite`}
          mutation={saving}
          input="Favourite"
        />
      )}
      <ActionButton
        {...button}
        leftSection={<BanIcon />}
        label={t`Block advertiser`}
        mutation={saving}
        input="Blocked"
        confirm={t`You no longer see tasks of this advertiser, and cannot reserve them. What you have reserved or submitted goes on as before. The advertiser is not told. You can undo this in your settings.`}
        successMessage={t`The advertiser is blocked.`}
      />
    </Group>
  )
}
