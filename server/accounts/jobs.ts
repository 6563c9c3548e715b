import type { Ctx } from '../platform/database/ctx.ts'
import { writeUses } from './actions.ts'
import { deleteExpiredResponses } from './idempotency/actions.ts'
import { applyDueChanges } from './profile/actions.ts'
import { endDue } from './sanctions/actions.ts'
import { deleteEnded } from './sessions/actions.ts'

export const writeCredentialUses = {
  name: 'credential uses',
  everySeconds: 5,
  run: (ctx: Ctx) => writeUses(ctx),
  end: async (ctx: Ctx) => void (await writeUses(ctx).catch(() => 0)),
}

/** Deletes stored responses after a day. */
export const sweepResponses = { name: 'kept answers', everySeconds: 60, run: (ctx: Ctx) => deleteExpiredResponses(ctx) }

/** Marks sanctions as ended. They lose their effect at their end, even if this has not run. */
export const endedSanctions = { name: 'ended sanctions', everySeconds: 60, run: (ctx: Ctx) => endDue(ctx) }

/** Deletes expired sessions, links and attempt counters. They are invalid even if this has not run. */
export const endedSessions = { name: 'ended sessions', everySeconds: 60, run: (ctx: Ctx) => deleteEnded(ctx) }

export const profileChangesDue = { name: 'profile changes', everySeconds: 60, run: (ctx: Ctx) => applyDueChanges(ctx) }
