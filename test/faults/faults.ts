import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Part, Parts } from './components.ts'
import type { Weather } from './proxy.ts'
import { type Fault, programs } from './schedule.ts'

/** Repairs the fault; resolves when the part is back. */
export type Mend = () => Promise<void>

/** Injects a fault. Returns undefined if this machine cannot. */
export async function strike(parts: Parts, fault: Fault): Promise<Mend | undefined> {
  const { kind, part, extra } = fault
  if (kind === 'kill' || kind === 'freeze' || kind === 'backend') return blows[kind](parts, part, extra)
  if (kind === 'readOnly') return readOnly(parts)
  if (kind === 'fullDisk') return part === 'postgres' ? fullDatabase(parts) : blocked(join(parts.dataDir, part))
  if (kind === 'refuse') return refuse(parts, extra)
  if (kind === 'jump') return jump(parts, extra)
  return storm(parts, fault)
}

const partOf = ({ nodes, workers }: Parts, name: string): Part =>
  [...nodes, ...workers][programs.indexOf(name as (typeof programs)[number])] as Part

type Blow = (parts: Parts, name: string, skewMs: number) => Promise<Mend | undefined>

const kill: Blow = async (parts, name, skewMs) => {
  const { postgres, redis } = parts
  if (name === 'redis') {
    await redis?.kill()
    return redis?.start
  }
  const part = name === 'postgres' ? postgres : partOf(parts, name)
  await part.kill()
  return () => part.start(skewMs)
}

const freeze: Blow = async (parts, name) => {
  const part = name === 'redis' ? parts.redis : name === 'postgres' ? parts.postgres : partOf(parts, name)
  part?.freeze()
  return part && (async () => part.wake())
}

const blows: Readonly<Record<'kill' | 'freeze' | 'backend', Blow>> = {
  kill,
  freeze,
  backend: async ({ postgres }) => {
    postgres.killBackend()
    return postgres.start
  },
}

async function readOnly({ postgres }: Parts): Promise<Mend> {
  await postgres.setReadOnly(true)
  return () => postgres.setReadOnly(false)
}

async function fullDatabase({ postgres }: Parts): Promise<Mend | undefined> {
  if (!postgres.disk) return undefined
  postgres.disk.fill()
  return async () => {
    postgres.disk?.empty()
    // It may have ended because of the full disk; started again now.
    await postgres.start()
  }
}

/** Replaces the folder by a file, so that not even root can write in it. */
async function blocked(folder: string): Promise<Mend> {
  renameSync(folder, `${folder}.away`)
  writeFileSync(folder, '')
  return async () => {
    rmSync(folder)
    renameSync(`${folder}.away`, folder)
  }
}

async function refuse({ receiver }: Parts, status: number): Promise<Mend> {
  receiver.reply(status)
  return async () => receiver.reply(204)
}

async function jump(parts: Parts, ms: number): Promise<Mend> {
  await parts.jump(ms)
  return async () => {}
}

/** A reset reaches a client with a short delay. */
const settleMs = 150

async function storm(parts: Parts, { kind, part, extra }: Fault): Promise<Mend | undefined> {
  const wire = parts.wires.get(part)
  if (!wire) return undefined
  const node = part.startsWith('clients-') ? partOf(parts, part.slice('clients-'.length)) : undefined
  const isOver = node?.presence.disturb()
  wire.be(weatherOf(kind, extra))
  return async () => {
    wire.be(undefined)
    setTimeout(() => isOver?.(), settleMs)
  }
}

const weatherOf = (kind: string, extra: number): Weather => ({ kind, ms: extra, bytesPerSecond: extra }) as Weather
