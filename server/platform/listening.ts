/** Where this machine itself reaches a program that listens for all of its addresses. */
const askedAt: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** The URL of a program that listens there, for whoever is on the same machine. */
export function urlHere(host: string, port: number): string {
  const here = askedAt[host] ?? host
  return `http://${here.includes(':') && !here.startsWith('[') ? `[${here}]` : here}:${port}`
}

/** Why nobody can listen there; `setting` is the one that names the port. */
export const refusedPort = (error: Error, { host, port }: { host: string; port: number }, setting: string): Error =>
  'code' in error && error.code === 'EADDRINUSE'
    ? new Error(`Port ${port} of ${host} is taken by another program. Set ${setting} to another one.`)
    : error
