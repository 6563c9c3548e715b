import { registerHooks } from 'node:module'
import type { openCounting as counted } from '../../server/accounts/rate-limits/actions.ts'

/*
 * Loaded before the server, this file takes the place of the one that counts requests: what is measured then is the same
 * server without limits. No setting can do that.
 */

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier.endsWith('/accounts/rate-limits/actions.ts') ? import.meta.url : specifier, context),
})

export const openCounting: typeof counted = () => ({
  ofRequest: async () => {},
  ofAddress: () => undefined,
  giveBack: () => {},
  holderOf: () => '',
  countAsAddress: () => {},
  ready: async () => {},
  close: async () => {},
})
