import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Kbd, Stack, Switch, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { Dialog } from '../../ui/action-button.tsx'

/** Whether single keys trigger decisions. Can be disabled, because some input devices send unintended letters. */
export const useShortcutsEnabled = () =>
  useLocalStorage({ key: 'review-keys', defaultValue: true, getInitialValueInEffect: false })

type ReviewShortcutsProps = { readonly isOpen: boolean; readonly close: () => void }

/** The list of keyboard shortcuts, with a switch to disable them. */
export function ReviewShortcuts({ isOpen, close }: ReviewShortcutsProps) {
  const { t } = useLingui()
  const [isEnabled, setEnabled] = useShortcutsEnabled()
  const shortcuts: readonly (readonly [string, string])[] = [
    ['A', t`Accept and open next`],
    ['Shift A', t`Accept with feedback`],
    ['R', t`Reject with a reason`],
    ['W', t`Request changes`],
    ['J →', t`Next`],
    ['K ←', t`Previous`],
    ['X', t`Select this submission`],
    ['Z', t`Undo the last decision`],
    ['?', t`Show shortcuts`],
  ]
  return (
    <Dialog title={t`Shortcuts`} isOpen={isOpen} close={close}>
      <Stack gap="xs" component="dl" m={0}>
        {shortcuts.map(([key, meaning]) => (
          <Group key={key} gap="sm" wrap="nowrap">
            <dt style={{ minWidth: 72 }}>
              {key.split(' ').map((label) => (
                <Kbd key={label} mr={4}>
                  {label}
                </Kbd>
              ))}
            </dt>
            <Text component="dd" m={0} size="sm">
              {meaning}
            </Text>
          </Group>
        ))}
      </Stack>
      <Switch
        label={t`Use keyboard shortcuts`}
        description={<Trans>They are off while you type.</Trans>}
        checked={isEnabled}
        onChange={({ currentTarget }) => setEnabled(currentTarget.checked)}
      />
    </Dialog>
  )
}
