import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** Network faults. */
export type NetworkFault =
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'throttle'; readonly bytesPerSecond: number }
  /** Drops bytes in both directions without closing connections. */
  | { readonly kind: 'drop' }
  /** Passes requests and drops responses. */
  | { readonly kind: 'halfOpen' }
  | { readonly kind: 'reset' }

export type FaultProxy = {
  readonly port: number
  /** Sets the fault; undefined: none. Connections that lost bytes are then reset, as TCP eventually would. */
  setFault(fault: NetworkFault | undefined): void
  close(): Promise<void>
}

type ProxyState = { fault: NetworkFault | undefined }
type Pair = { readonly near: Socket; readonly far: Socket; hasLostBytes: boolean }

/** An ending socket cannot be reset: Node would keep it open and never exit. */
const reset = ({ near, far }: Pair): void => {
  for (const socket of [near, far]) {
    if (socket.writableEnded) socket.destroy()
    else socket.resetAndDestroy()
  }
}

const isSilent = ({ fault }: ProxyState, isBack: boolean): boolean =>
  fault?.kind === 'drop' || (fault?.kind === 'halfOpen' && isBack)

/** Forwards bytes from one side to the other, subject to the fault. */
async function flow(state: ProxyState, pair: Pair, from: Socket, to: Socket): Promise<void> {
  const isBack = from === pair.far
  try {
    for await (const chunk of from) {
      const { fault } = state
      if (fault?.kind === 'delay') await setTimeout(fault.ms)
      if (fault?.kind === 'throttle') await setTimeout((chunk.length / fault.bytesPerSecond) * 1000)
      if (isSilent(state, isBack)) pair.hasLostBytes = true
      else await new Promise((resolve) => to.write(chunk, resolve))
    }
  } catch {
    // Closes the other side of a broken connection.
  }
  if (isSilent(state, isBack)) pair.hasLostBytes = true
  else to.destroySoon()
}

/** Listens on loopback and forwards to another port, as a network that can be disturbed. */
export async function openProxy(target: number): Promise<FaultProxy> {
  const state: ProxyState = { fault: undefined }
  const pairs = new Set<Pair>()
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ host: '127.0.0.1', port: target, noDelay: true })
    const pair = { near, far, hasLostBytes: false }
    pairs.add(pair)
    for (const socket of [near, far]) {
      socket.on('error', () => {})
      socket.once('close', () => near.destroyed && far.destroyed && pairs.delete(pair))
    }
    if (state.fault?.kind === 'reset') reset(pair)
    else void Promise.all([flow(state, pair, near, far), flow(state, pair, far, near)])
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    setFault: (fault) => {
      state.fault = fault
      for (const pair of pairs) if (fault?.kind === 'reset' || (pair.hasLostBytes && fault === undefined)) reset(pair)
    },
    close: async () => {
      for (const pair of pairs) reset(pair)
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
