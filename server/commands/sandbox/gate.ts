import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { SandboxAddress, SandboxGate } from '../../sandbox/sandbox.ts'
import type { ChildStart } from './child.ts'

const program = join(import.meta.dirname, 'child.ts')
/** Longest wait of a request for the start. The start goes on, and a later request finds the process ready. */
const openMsMax = 60_000
/** A process that takes longer hangs. On a machine without a free processor, a start takes minutes. */
const startMsMax = 10 * 60_000
/** On Linux, beside busy processes of normal priority, it still gets a third of what each of them gets. */
const priority = 5

type Answer = SandboxAddress | { readonly error: string }

/**
 * Returns the way to the sandboxes, which run in one process of their own: a sandbox that uses up its memory or processor
 * time does not stop the live market. It starts at the first request, and again after it has ended.
 */
export function createGate(start: ChildStart, logger: Logger): SandboxGate {
  let running: { readonly child: ChildProcess; readonly address: Promise<SandboxAddress> } | undefined
  const begin = () => {
    const child = forkChild(start)
    const begun = { child, address: addressOf(child, start) }
    const forget = () => {
      if (running === begun) running = undefined
    }
    // It still ends its requests then, but takes no new ones.
    child.once('disconnect', forget)
    child.once('exit', (code, signal) => {
      logger.info({ code, signal }, 'the process of the sandboxes has ended')
      forget()
    })
    begun.address.catch(() => child.kill('SIGKILL'))
    return begun
  }
  return {
    open: () => {
      running ??= begin()
      return soon(running.address)
    },
    close: async () => {
      const { child } = running ?? {}
      running = undefined
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

/** Inherits no environment, so no secrets: the settings are sent to it. */
function forkChild({ config }: ChildStart): ChildProcess {
  const child = fork(program, [], {
    execArgv: [`--max-old-space-size=${config.sandboxMemoryMb}`, '--disable-warning=ExperimentalWarning'],
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  lower(child)
  // A failed start also ends with `exit`; without a listener, the error would end this process.
  child.on('error', () => {})
  return child
}

/** Waits for the process, but not as long as a start may take. */
async function soon(address: Promise<SandboxAddress>): Promise<SandboxAddress> {
  const late = new AbortController()
  const limit = after(openMsMax, undefined, { signal: late.signal, ref: false }).then(() => {
    throw new Error('The process of the sandboxes is still starting.')
  })
  limit.catch(() => {})
  return Promise.race([address, limit]).finally(() => late.abort())
}

/** The live market has precedence. */
function lower({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, priority)
  } catch {
    // It has ended already, or the system does not allow it.
  }
}

function addressOf(child: ChildProcess, start: ChildStart): Promise<SandboxAddress> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => child.kill('SIGKILL'), startMsMax)
    child.once('message', (answer: Answer) => {
      clearTimeout(late)
      if ('error' in answer) reject(new Error(answer.error))
      else resolve(answer)
    })
    child.once('exit', () => {
      clearTimeout(late)
      reject(new Error('The process of the sandboxes ended while it was starting.'))
    })
    child.send(start)
  })
}
