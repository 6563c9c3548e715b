import '../../api.ts'
import '../../measures.ts'
import '../../platform/jobs/jobs.ts'
import '../../worker.ts'
import '../observability.ts'
import '../../platform/storage/measured.ts'
import { declaredMetrics } from '../../platform/observability/metrics.ts'

/** Every metric of our own. Importing all of the program brings in whatever declares one. */
export function metricsDocument(): string {
  const rows = declaredMetrics()
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, kind, labels, help }) => `| \`${name}\` | ${kind} | ${labels.join(', ')} | ${help} |`)
  return [
    '# Metrics',
    'Every metric of our own; what they are for is in [metrics.md](metrics.md). Made by `npm run generate`.',
    ['| metric | kind | labels | what it says |', '|---|---|---|---|', ...rows].join('\n'),
  ]
    .join('\n\n')
    .concat('\n')
}
