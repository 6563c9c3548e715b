import { registerHooks } from 'node:module'
import type { openCounting as counted } from '../../server/accounts/rate-limits/actions.ts'

/*
 * Preloaded before the server, this file replaces the module that counts requests, to measure a server without rate limits.
 * There is no setting for that.
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
