/** The local address of a program that listens on all addresses. */
const askedAt: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** Returns the URL of a listening program for clients on the same machine. */
export function urlHere(host: string, port: number): string {
  const here = askedAt[host] ?? host
  return `http://${here.includes(':') && !here.startsWith('[') ? `[${here}]` : here}:${port}`
}

/** Returns the error to report when a port cannot be opened; `setting` is the name of the port's setting. */
export const refusedPort = (error: Error, { host, port }: { host: string; port: number }, setting: string): Error =>
  'code' in error && error.code === 'EADDRINUSE'
    ? new Error(`Port ${port} of ${host} is taken by another program. Set ${setting} to another one.`)
    : error
