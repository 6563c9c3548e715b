import cluster, { type Worker } from 'node:cluster'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { SandboxAddress, SandboxGate } from '../../sandbox/sandbox.ts'
import type { Installation } from '../installation.ts'
import { createGate } from './gate.ts'
import { dropForgotten } from './host.ts'

const askMsMax = 70_000

/** Returns the way to the sandboxes from a serving process; undefined if there are none. One of several asks the first process. */
export function openGate(installation: Installation): SandboxGate | undefined {
  if (!installation.ctx.config.sandboxes) return undefined
  return cluster.isWorker ? gateOverFirst() : gateOf(installation)
}

const gateOf = ({ ctx: { config, secretKey }, database, logger }: Installation): SandboxGate =>
  createGate({ config, secretKey, live: database }, logger)

type Question = { readonly asked: 'sandboxes'; readonly number: number }
type Reply = { readonly answered: 'sandboxes'; readonly number: number; readonly address: SandboxAddress | null }

const isQuestion = (message: unknown): message is Question =>
  typeof message === 'object' && message !== null && 'asked' in message && message.asked === 'sandboxes'
const isReply = (message: unknown): message is Reply =>
  typeof message === 'object' && message !== null && 'answered' in message && message.answered === 'sandboxes'

/** Asks each time: the process of the sandboxes may have been replaced. */
function gateOverFirst(): SandboxGate {
  let asked = 0
  return {
    open: () => {
      const number = ++asked
      return new Promise((resolve, reject) => {
        const end = (address: SandboxAddress | null) => {
          clearTimeout(late)
          process.off('message', listen)
          if (address) resolve(address)
          else reject(new Error('The process of the sandboxes does not start.'))
        }
        const listen = (message: unknown) => isReply(message) && message.number === number && end(message.address)
        const late = setTimeout(() => end(null), askMsMax)
        process.on('message', listen)
        process.send?.({ asked: 'sandboxes', number } satisfies Question)
      })
    },
    close: async () => {},
  }
}

/** In the first of several processes: returns a function that answers the others, and the gate to close. */
export function shareGate(installation: Installation): { serve(worker: Worker): void; close(): Promise<void> } {
  const gate = installation.ctx.config.sandboxes ? gateOf(installation) : undefined
  return {
    serve: (worker) =>
      worker.on('message', async (message) => {
        if (!isQuestion(message)) return
        const address = (await gate?.open().catch(() => undefined)) ?? null
        if (worker.isConnected())
          worker.send({ answered: 'sandboxes', number: message.number, address } satisfies Reply)
      }),
    close: async () => gate?.close(),
  }
}

/** Jobs of the live market for its sandboxes. */
export const sandboxJobs = ({ ctx, database, logger }: Installation): readonly Job<Ctx>[] => [
  { name: 'sandboxes to drop', everySeconds: 3_600, run: () => dropForgotten({ live: database, ctx, logger }) },
]
