import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Component, Components } from './components.ts'
import type { NetworkFault } from './proxy.ts'
import { type Fault, programs } from './schedule.ts'

/** Repairs the fault; resolves when the part is back. */
export type Repair = () => Promise<void>

/** Injects a fault. Returns undefined if this machine cannot. */
export async function injectFault(components: Components, fault: Fault): Promise<Repair | undefined> {
  const { kind, part, extra } = fault
  if (kind === 'kill' || kind === 'freeze' || kind === 'backend') return componentFaults[kind](components, part, extra)
  if (kind === 'readOnly') return readOnly(components)
  if (kind === 'fullDisk')
    return part === 'postgres' ? fullDatabase(components) : blocked(join(components.dataDir, part))
  if (kind === 'refuse') return refuse(components, extra)
  if (kind === 'jump') return jump(components, extra)
  return disturbNetwork(components, fault)
}

const componentOf = ({ nodes, workers }: Components, name: string): Component =>
  [...nodes, ...workers][programs.indexOf(name as (typeof programs)[number])] as Component

type ComponentFault = (components: Components, name: string, skewMs: number) => Promise<Repair | undefined>

const kill: ComponentFault = async (components, name, skewMs) => {
  const { postgres, redis } = components
  if (name === 'redis') {
    await redis?.kill()
    return redis?.start
  }
  const part = name === 'postgres' ? postgres : componentOf(components, name)
  await part.kill()
  return () => part.start(skewMs)
}

const freeze: ComponentFault = async (components, name) => {
  const part =
    name === 'redis' ? components.redis : name === 'postgres' ? components.postgres : componentOf(components, name)
  part?.freeze()
  return part && (async () => part.wake())
}

const componentFaults: Readonly<Record<'kill' | 'freeze' | 'backend', ComponentFault>> = {
  kill,
  freeze,
  backend: async ({ postgres }) => {
    postgres.killBackend()
    return postgres.start
  },
}

async function readOnly({ postgres }: Components): Promise<Repair> {
  await postgres.setReadOnly(true)
  return () => postgres.setReadOnly(false)
}

async function fullDatabase({ postgres }: Components): Promise<Repair | undefined> {
  if (!postgres.disk) return undefined
  postgres.disk.fill()
  return async () => {
    postgres.disk?.empty()
    // It may have ended because of the full disk; started again now.
    await postgres.start()
  }
}

/** Replaces the folder by a file, so that not even root can write in it. */
async function blocked(folder: string): Promise<Repair> {
  renameSync(folder, `${folder}.away`)
  writeFileSync(folder, '')
  return async () => {
    rmSync(folder)
    renameSync(`${folder}.away`, folder)
  }
}

async function refuse({ receiver }: Components, status: number): Promise<Repair> {
  receiver.reply(status)
  return async () => receiver.reply(204)
}

async function jump(components: Components, ms: number): Promise<Repair> {
  await components.jump(ms)
  return async () => {}
}

/** A reset reaches a client with a short delay. */
const settleMs = 150

async function disturbNetwork(components: Components, { kind, part, extra }: Fault): Promise<Repair | undefined> {
  const wire = components.proxies.get(part)
  if (!wire) return undefined
  const node = part.startsWith('clients-') ? componentOf(components, part.slice('clients-'.length)) : undefined
  const isOver = node?.disturbances.disturb()
  wire.setFault(networkFaultOf(kind, extra))
  return async () => {
    wire.setFault(undefined)
    setTimeout(() => isOver?.(), settleMs)
  }
}

const networkFaultOf = (kind: string, extra: number): NetworkFault =>
  ({ kind, ms: extra, bytesPerSecond: extra }) as NetworkFault
