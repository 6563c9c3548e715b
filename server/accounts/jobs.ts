import type { Ctx } from '../platform/ctx.ts'
import { writeUses } from './actions.ts'

/** When credentials were last used. */
export const writeCredentialUses = { name: 'credential uses', everySeconds: 5, run: (ctx: Ctx) => writeUses(ctx) }
