import { mayCall } from '../accounts/actions-callers.ts'
import type { Warned } from '../catalog/warnings.ts'
import { placeOffer } from '../offers/drafts/actions.ts'
import type { TaskBody } from '../offers/input.ts'
import { approveAtOnce } from '../offers/lifecycle/actions.ts'
import type { Offer } from '../offers/offer.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import { Problem } from '../values/problems/problem.ts'
import { createTask } from './actions.ts'

/** A task to create, or why its body is refused. */
export type BulkTask = { readonly body: TaskBody } | { readonly problem: Problem }
export type BulkCreated = { readonly task: Offer & Warned } | { readonly problem: Problem }

/**
 * Creates tasks one after the other, each or nothing of it. One after the other, so that each finds the money and the external ids that
 * those before it left, and so that other requests get their turn. Approvals come last, because they may lock what others need.
 */
export async function createTasks(ctx: Ctx, tasks: readonly BulkTask[]): Promise<BulkCreated[]> {
  await mayCall(ctx)
  const results: BulkCreated[] = []
  for (const task of tasks) results.push('problem' in task ? task : await createOne(ctx, task.body))
  for (const result of results)
    if ('task' in result && result.task.submittedAt) await approveAtOnce(ctx, result.task.id)
  return results
}

async function createOne(ctx: Ctx, body: TaskBody): Promise<BulkCreated> {
  try {
    return { task: await createTask(ctx, body, placeOffer) }
  } catch (error) {
    if (error instanceof Problem) return { problem: error }
    throw error
  }
}
