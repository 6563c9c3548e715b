import { freePort } from '../support/ports.ts'
import { environmentOf, programIn, unpack } from './packages.ts'
import { newFolder, type Running, startProgram } from './programs.ts'

export const installRedis = () => unpack('redis', ['redis-server'])

/** Starts a Redis without persistence on its own port. */
export async function startEngineRedis(): Promise<Running> {
  const prefix = await installRedis()
  const { folder, remove } = newFolder('redis')
  const port = await freePort()
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder]
  const server = await startProgram({
    words: [programIn(prefix, 'redis-server'), ...options],
    env: await environmentOf(prefix),
    ready: /Ready to accept connections/,
  })
  return {
    env: { REDIS_URL: `redis://127.0.0.1:${port}` },
    pids: [server.pid],
    stop: () => server.stop().finally(remove),
  }
}
