import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Code, Group, SimpleGrid, Text } from '@mantine/core'
import { Dialog } from '../../ui/action-button.tsx'
import { CopyButton } from '../../ui/copyable.tsx'

type CodesProps = { readonly codes: readonly string[] | undefined; readonly close: () => void }

/** Backup codes for a lost phone; shown only once. */
export function BackupCodes({ codes, close }: CodesProps) {
  const { t } = useLingui()
  const text = (codes ?? []).join('\n')
  return (
    <Dialog title={t`Your backup codes`} isOpen={codes !== undefined} close={close} isFirm>
      <Text size="sm">
        <Trans>
          Each code works once in place of a code from the app. Keep them where you can find them without your phone.
          They will not be shown again.
        </Trans>
      </Text>
      <SimpleGrid cols={2} spacing="xs">
        {(codes ?? []).map((code) => (
          <Code key={code} fz="md" ta="center" p={6}>
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <CopyButton text={text} />
          <Button
            component="a"
            variant="default"
            size="xs"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
            download="backup-codes.txt"
          >
            <Trans>Download</Trans>
          </Button>
        </Group>
        <Button onClick={close}>
          <Trans>I have saved them</Trans>
        </Button>
      </Group>
    </Dialog>
  )
}
