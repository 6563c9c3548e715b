import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import type { Ends } from '../support/embedded-postgres/fixtures.ts'

/** A small disk for tests of a full disk, in a mount namespace that ends with the bench and that no other process sees. */
export type Disk = {
  /** The command prefix that makes a program see the disk. */
  readonly words: readonly string[]
  fill(): void
  empty(): void
}

const size = '4g'
/** Space left on a full disk, in KiB. */
const roomKb = 16

/** Mounts the disk at this folder with a copy of the content. Returns undefined if the system does not permit mounting. */
export async function openDisk(t: Ends, folder: string, content: string): Promise<Disk | undefined> {
  if (process.getuid?.() !== 0 || spawnSync('unshare', ['--mount', 'true']).status !== 0) return undefined
  mkdirSync(folder)
  const script = `mount -t tmpfs -o size=${size},mode=0700 tmpfs "$0" && cp -a "$1" "$0" && echo ready && exec sleep 2147483647`
  const holder = spawn('unshare', ['--mount', 'sh', '-c', script, folder, content], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const end = () => void holder.kill('SIGKILL')
  t.after(end)
  process.once('exit', end)
  const heard = await Promise.race([once(holder.stdout, 'data'), once(holder, 'exit').then(() => [])])
  if (!String(heard[0]).includes('ready')) return undefined
  const within = [`--mount=/proc/${holder.pid}/ns/mnt`, '--']
  const resized = (to: string) =>
    spawnSync('nsenter', [...within, 'sh', '-c', `mount -o remount,size=${to} "$0"`, folder])
  const resize = (to: string) => {
    const { status, stderr } = resized(to)
    if (status !== 0) throw new Error(`the disk cannot be resized: ${stderr}`)
  }
  if (resized(size).status !== 0) return undefined
  return {
    words: ['nsenter', ...within],
    fill: () => resize(`$(( $(df -k --output=used "$0" | tail -n 1) + ${roomKb} ))k`),
    empty: () => resize(size),
  }
}
