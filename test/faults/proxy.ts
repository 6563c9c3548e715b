import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** What a network may do to what is sent over it. */
export type Weather =
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'throttle'; readonly bytesPerSecond: number }
  /** Nothing arrives on either side, and no side is told. */
  | { readonly kind: 'drop' }
  /** What is asked arrives; what is answered does not. */
  | { readonly kind: 'halfOpen' }
  | { readonly kind: 'reset' }

export type FaultProxy = {
  readonly port: number
  /** What the network does from now on; undefined: it is whole. What lost bytes until then is reset, as TCP would in the end. */
  be(weather: Weather | undefined): void
  close(): Promise<void>
}

type Pair = { readonly near: Socket; readonly far: Socket; isTorn: boolean }

/** Listens on loopback, and leads to a port on loopback: a network between two programs that can be disturbed. */
export async function openProxy(target: number): Promise<FaultProxy> {
  let weather: Weather | undefined
  const pairs = new Set<Pair>()
  const reset = ({ near, far }: Pair) => [near, far].map((socket) => socket.resetAndDestroy())
  const isSilent = (isBack: boolean) => weather?.kind === 'drop' || (weather?.kind === 'halfOpen' && isBack)

  async function flow(pair: Pair, from: Socket, to: Socket): Promise<void> {
    const isBack = from === pair.far
    try {
      for await (const chunk of from) {
        if (weather?.kind === 'delay') await setTimeout(weather.ms)
        if (weather?.kind === 'throttle') await setTimeout((chunk.length / weather.bytesPerSecond) * 1000)
        if (isSilent(isBack)) pair.isTorn = true
        else await new Promise((resolve) => to.write(chunk, resolve))
      }
    } catch {
      // A connection that broke on one side breaks on the other.
    }
    if (isSilent(isBack)) pair.isTorn = true
    else to.destroySoon()
  }

  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ host: '127.0.0.1', port: target, noDelay: true })
    const pair = { near, far, isTorn: false }
    pairs.add(pair)
    for (const socket of [near, far]) socket.on('error', () => {})
    near.once('close', () => far.destroyed && pairs.delete(pair))
    far.once('close', () => near.destroyed && pairs.delete(pair))
    if (weather?.kind === 'reset') reset(pair)
    else void Promise.all([flow(pair, near, far), flow(pair, far, near)])
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    be: (next) => {
      weather = next
      for (const pair of pairs) if (next?.kind === 'reset' || (pair.isTorn && next === undefined)) reset(pair)
    },
    close: async () => {
      for (const pair of pairs) reset(pair)
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
