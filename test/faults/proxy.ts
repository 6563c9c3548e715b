import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** Network faults. */
export type Weather =
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
  be(weather: Weather | undefined): void
  close(): Promise<void>
}

type Sky = { weather: Weather | undefined }
type Pair = { readonly near: Socket; readonly far: Socket; isTorn: boolean }

/** An ending socket cannot be reset: Node would keep it open and never exit. */
const reset = ({ near, far }: Pair): void => {
  for (const socket of [near, far]) {
    if (socket.writableEnded) socket.destroy()
    else socket.resetAndDestroy()
  }
}

const isSilent = ({ weather }: Sky, isBack: boolean): boolean =>
  weather?.kind === 'drop' || (weather?.kind === 'halfOpen' && isBack)

/** Forwards bytes from one side to the other, subject to the fault. */
async function flow(sky: Sky, pair: Pair, from: Socket, to: Socket): Promise<void> {
  const isBack = from === pair.far
  try {
    for await (const chunk of from) {
      const { weather } = sky
      if (weather?.kind === 'delay') await setTimeout(weather.ms)
      if (weather?.kind === 'throttle') await setTimeout((chunk.length / weather.bytesPerSecond) * 1000)
      if (isSilent(sky, isBack)) pair.isTorn = true
      else await new Promise((resolve) => to.write(chunk, resolve))
    }
  } catch {
    // Closes the other side of a broken connection.
  }
  if (isSilent(sky, isBack)) pair.isTorn = true
  else to.destroySoon()
}

/** Listens on loopback and forwards to another port, as a network that can be disturbed. */
export async function openProxy(target: number): Promise<FaultProxy> {
  const sky: Sky = { weather: undefined }
  const pairs = new Set<Pair>()
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ host: '127.0.0.1', port: target, noDelay: true })
    const pair = { near, far, isTorn: false }
    pairs.add(pair)
    for (const socket of [near, far]) {
      socket.on('error', () => {})
      socket.once('close', () => near.destroyed && far.destroyed && pairs.delete(pair))
    }
    if (sky.weather?.kind === 'reset') reset(pair)
    else void Promise.all([flow(sky, pair, near, far), flow(sky, pair, far, near)])
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    be: (weather) => {
      sky.weather = weather
      for (const pair of pairs) if (weather?.kind === 'reset' || (pair.isTorn && weather === undefined)) reset(pair)
    },
    close: async () => {
      for (const pair of pairs) reset(pair)
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
