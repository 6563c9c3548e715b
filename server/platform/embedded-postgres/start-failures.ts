/** What to do about a start that fails, by PostgreSQL's words. The first match counts. */
const remedies: readonly (readonly [said: RegExp, remedy: (cluster: string) => string])[] = [
  [
    /No space left on device|Disk quota exceeded/,
    (cluster) =>
      `The disk of ${cluster} is full. Free space, but delete nothing in pg_wal; then start again. Nothing is lost.`,
  ],
  [
    /Read-only file system/,
    (cluster) => `The disk of ${cluster} is read-only. Look for its errors, mount it writable and start again.`,
  ],
  [
    /Permission denied|wrong ownership|invalid permissions/,
    (cluster) => `All files in ${cluster} must belong to the user of that folder and be writable for them (chown -R).`,
  ],
  [
    /lock file .* already exists|shared memory block .* still in use/,
    (cluster) =>
      `Another PostgreSQL uses ${cluster}, perhaps in another container. Stop it: two would destroy the database.`,
  ],
  [
    /files are incompatible with server/,
    () =>
      'Start it with the PostgreSQL version that is named, dump it with pg_dump, and load the dump into a new DATA_DIR.',
  ],
  [
    /checkpoint record|WAL ends before|required WAL directory|pg_wal/,
    (cluster) =>
      `The folder ${cluster}/pg_wal lacks files (WAL) without which the database would be inconsistent. ${restored} ` +
      'Remove no backup_label and run no pg_resetwal: both lose changes of money.',
  ],
  [
    /pg_control|control file|not a valid data directory|configuration file|could not load .*pg_hba|pg_xact|pg_multixact|could not read|invalid page/,
    (cluster) => `Files in ${cluster} are damaged or missing. ${restored}`,
  ],
]

const restored =
  'If you copied the folder, copy it completely, while no program uses it. Otherwise restore the newest backup into a new DATA_DIR with ' +
  '"./market restore" (docs/backup.md).'

/** Returns why PostgreSQL does not start: in its words, with the next step if that is known. */
export function startFailure(said: string, paths: { readonly cluster: string; readonly postgresLog: string }): string {
  const remedy = remedies.find(([pattern]) => pattern.test(said))?.[1](paths.cluster)
  // PostgreSQL's hints are for other installations: here, removing its backup_label would damage a restored backup.
  const words = remedy ? said.replace(/ HINT: .*?(?= \(ended with|$)/s, '') : said
  return [`PostgreSQL does not start: ${words}.`, remedy, `Its log is ${paths.postgresLog}.`].filter(Boolean).join(' ')
}
