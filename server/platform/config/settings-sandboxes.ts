import { setting } from './setting.ts'
import { onOff, whole } from './setting-forms.ts'

/** Settings of the sandboxes, in which test keys act: docs/operate/sandboxes.md. */
export const settingsOfSandboxes = {
  sandboxes: setting('SANDBOXES', onOff, 'Whether accounts can have test keys, which act in a sandbox of their own.', {
    default: 'on',
  }),
  sandboxesMax: setting(
    'SANDBOXES_MAX',
    whole(1, 100_000),
    'Sandboxes that exist at once, each with its own database.',
    {
      default: '200',
    },
  ),
  sandboxesOpenMax: setting(
    'SANDBOXES_OPEN_MAX',
    whole(1, 64),
    'Sandboxes that are open at once, each with up to six database connections; the one unused for longest is closed for another.',
    { default: '4' },
  ),
  sandboxMemoryMb: setting(
    'SANDBOX_MEMORY_MB',
    whole(128, 65_536),
    'Memory for the objects of the process in which sandboxes run; it is started again when it needs more.',
    { default: '768' },
  ),
  sandboxSizeMb: setting(
    'SANDBOX_SIZE_MB',
    whole(32, 1_000_000),
    'Megabytes of database and files that one sandbox may take; beyond them it refuses changes until it is reset.',
    { default: '200' },
  ),
  sandboxKeptDays: setting('SANDBOX_KEPT_DAYS', whole(1, 3650), 'Days without use after which a sandbox is removed.', {
    default: '30',
  }),
  sandboxRatePerMinute: setting(
    'SANDBOX_RATE_PER_MINUTE',
    whole(1, 1_000_000),
    'Requests with one test key in any 60 seconds.',
    { default: '300' },
  ),
}
