import type { Ctx } from '../platform/database/ctx.ts'
import { writeUses } from './actions.ts'
import { forgetOldAnswers } from './idempotency/actions.ts'
import { applyDueChanges } from './profile/actions.ts'
import { endDue } from './sanctions/actions.ts'
import { forgetEnded } from './sessions/actions.ts'

/** When credentials were last used. */
export const writeCredentialUses = {
  name: 'credential uses',
  everySeconds: 5,
  run: (ctx: Ctx) => writeUses(ctx),
  end: async (ctx: Ctx) => void (await writeUses(ctx).catch(() => 0)),
}

/** Answers that were kept for a day. */
export const sweepAnswers = { name: 'kept answers', everySeconds: 60, run: (ctx: Ctx) => forgetOldAnswers(ctx) }

/** Sanctions whose end has come. They have no effect any more; this writes it down. */
export const endedSanctions = { name: 'ended sanctions', everySeconds: 60, run: (ctx: Ctx) => endDue(ctx) }

/** Sessions whose time is over, and what was kept of links and attempts. None of it counts any more; this removes it. */
export const endedSessions = { name: 'ended sessions', everySeconds: 60, run: (ctx: Ctx) => forgetEnded(ctx) }

/** Changes of profiles whose time has come. */
export const profileChangesDue = { name: 'profile changes', everySeconds: 60, run: (ctx: Ctx) => applyDueChanges(ctx) }
