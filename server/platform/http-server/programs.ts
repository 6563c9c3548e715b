import type { Requirement } from '../database/ctx.ts'

/** Whether programs call this path with a credential. The console's cookie is for its own pages only. */
export const isForPrograms = (url: string): boolean => /^\/(?:(?:api|v1|uploads)\/|mcp(?:\?|$))/.test(url)

/** What the live market requires of a request that it forwards to a sandbox. */
export const ofTestKeys: Requirement = { credential: 'TestKey', role: 'Any' }
