import type { Served as Server } from '../installation.ts'
import type { Options } from '../options.ts'
import type { World } from '../world.ts'
import type { Slow } from './report.ts'

export async function measureSlow(_server: Server, _world: World, _wanted: Options): Promise<Slow[]> {
  return []
}
