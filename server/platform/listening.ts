import { type AddressInfo, createServer } from 'node:net'

export type Place = { readonly host: string; readonly port: number }

/** Listens on the port, closes it, and returns it; port 0 chooses a free one. */
export async function listenOnce({ host, port }: Place): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const { port: listened } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return listened
}

/** Returns the port or, if it is taken, a free one. */
export const freePort = ({ host, port }: Place): Promise<number> =>
  listenOnce({ host, port }).catch(() => listenOnce({ host, port: 0 }))

/** The local address of a program that listens on all addresses. */
const askedAt: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** Returns the URL of a listening program for clients on the same machine. */
export function urlHere(host: string, port: number): string {
  const here = askedAt[host] ?? host
  return `http://${here.includes(':') && !here.startsWith('[') ? `[${here}]` : here}:${port}`
}

/** Returns the error to report when a port cannot be opened; `setting` is the name of the port's setting. */
export const refusedPort = (error: Error, { host, port }: Place, setting: string): Error =>
  'code' in error && error.code === 'EADDRINUSE'
    ? new Error(`Port ${port} of ${host} is taken by another program. Set ${setting} to another one.`)
    : error
