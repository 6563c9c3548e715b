import { randomInt } from 'node:crypto'
import { createServer, type Server } from 'node:net'
import { listenOnce } from '../../server/platform/listening.ts'

const host = '127.0.0.1'
/** Below the range of ephemeral ports: otherwise an outgoing connection could take a port while its program is down. */
const first = 20_000
const blocks = 100
const blockSize = 100
/** The console and the API, the task pages, and the demo's study. */
const portsOfProgram = 3

/** The first port of this process's block, and the next one to return. */
let block: Promise<number> | undefined
let next = portsOfProgram

/** Returns a port for a program. It and the two after it are free, and no other process of the tests returns them. */
export async function freePort(): Promise<number> {
  block ??= takeBlock()
  const start = await block
  for (;;) {
    const port = start + next
    next = next + portsOfProgram > blockSize - portsOfProgram ? portsOfProgram : next + portsOfProgram
    const places = Array.from({ length: portsOfProgram }, (_, index) => ({ host, port: port + index }))
    const isFree = await Promise.all(places.map(listenOnce)).then(
      () => true,
      () => false,
    )
    if (isFree) return port
  }
}

/** Takes a block of ports until the process ends: it listens on the first one. */
async function takeBlock(): Promise<number> {
  const offset = randomInt(blocks)
  for (let index = 0; index < blocks; index++) {
    const start = first + ((offset + index) % blocks) * blockSize
    const server = await listen(start)
    if (server) {
      server.unref()
      return start
    }
  }
  throw new Error(`all ${blocks} blocks of ports are taken`)
}

const listen = (port: number): Promise<Server | undefined> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined)).listen(port, host, () => resolve(server))
  })
