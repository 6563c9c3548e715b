import { join } from 'node:path'
import { environmentOf, programIn, unpack } from '../packages.ts'

/** Commands and environment of the set's programs. */
export type Engines = {
  /** Where they are unpacked. */
  readonly prefix: string
  readonly env: Readonly<Record<string, string>>
  readonly etcd: readonly string[]
  readonly patroni: readonly string[]
  readonly haproxy: readonly string[]
  /** The folder of PostgreSQL's programs. */
  readonly binaries: string
}

/** Lists all parts of Python: it would look in the wrong place for parts that are taken from the machine. */
const packages = [
  'etcd-server',
  'haproxy',
  'libopentracing1',
  'patroni',
  'postgresql-15',
  'postgresql-client-15',
  'python3.11',
  'python3.11-minimal',
  'libpython3.11-stdlib',
  'libpython3.11-minimal',
  'python3-etcd',
  'python3-psycopg2',
  'python3-yaml',
  'python3-urllib3',
  'python3-six',
  'python3-dateutil',
  'python3-click',
  'python3-prettytable',
  'python3-psutil',
  'python3-dnspython',
  'python3-cdiff',
  'python3-wcwidth',
  'python3-pkg-resources',
]

/** Unpacks the programs from Debian's packages once. */
export async function openEngines(): Promise<Engines> {
  const prefix = await unpack('patroni', packages)
  const python = programIn(prefix, 'python3.11')
  return {
    prefix,
    env: { ...(await environmentOf(prefix)), PYTHONHOME: join(prefix, 'usr'), PYTHONDONTWRITEBYTECODE: '1' },
    etcd: [programIn(prefix, 'etcd')],
    patroni: [python, programIn(prefix, 'patroni')],
    haproxy: [programIn(prefix, 'haproxy')],
    binaries: join(prefix, 'usr/lib/postgresql/15/bin'),
  }
}
