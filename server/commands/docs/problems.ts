import '../../api.ts'
import { statusOfType } from '../../platform/http/answer.ts'
import { problemTypes } from '../../values/problems/problem.ts'

/** Returns the list of all problems. Importing the API loads every module that declares one. */
export function problemsDocument(): string {
  const rows = [...problemTypes.values()]
    .map((type) => ({ ...type, status: statusOfType(type) }))
    .sort((one, other) => one.status - other.status || (one.code < other.code ? -1 : 1))
    .map(({ status, code, title }) => `| ${status} | \`${code}\` | ${title} |`)
  return [
    '# Problems',
    'Every refusal is a problem body (RFC 9457, `application/problem+json`) with one of these codes. Made by `npm run generate`.',
    ['| status | code | title |', '|---|---|---|', ...rows].join('\n'),
  ]
    .join('\n\n')
    .concat('\n')
}
