declare module '*.po' {
  import type { Messages } from '@lingui/core'

  /** The compiled texts of a catalog. */
  export const messages: Messages
}
