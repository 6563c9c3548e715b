import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { SandboxAddress, SandboxGate } from '../../sandbox/sandbox.ts'
import type { ChildStart } from './child.ts'

const program = join(import.meta.dirname, 'child.ts')
const startMsMax = 60_000

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
      return running.address
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

/** The live market has precedence. */
function lower({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
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
