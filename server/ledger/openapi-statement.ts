import type { Docs, OperationDocs } from '../values/requests/operation.ts'

const statement = (id: string, tag: string, summary: string, accounts: string): OperationDocs => ({
  id,
  tag,
  summary,
  about: `CSV (RFC 4180) or, with \`format=jsonl\`, JSON lines with texts unchanged, streamed, with the columns time, type, account, amount, balance, total, currency, the ids of offer and execution, description and transactionId. The first lines, of type \`Opening\`, say what was on each account (${accounts}) at \`from\`, the last, of type \`Closing\`, what was at \`to\`. Between them stands every entry in the order in which it was written: \`balance\` is what its account has after it, \`total\` what all have. A statement that does not end in \`Closing\` was cut off. Without \`from\` it begins at the beginning, without \`to\` it ends now.`,
  files: ['text/csv', 'application/jsonl'],
  answers: { 200: {} },
})

const [own, held] = ['pending, available and withdrawing', 'available and held']

/** Group A: statements of an account. */
export const statementDocs: Docs = {
  'GET /api/executor/statement': statement(
    'exportExecutorStatement',
    'Earnings',
    'Download a statement of earnings',
    own,
  ),
  'GET /api/advertiser/statement': statement(
    'exportAdvertiserStatement',
    'Balance',
    'Download a statement of the account',
    held,
  ),
  'GET /api/operator/accounts/:accountId/statement': {
    ...statement(
      'exportAccountStatement',
      'Payouts',
      'Download the statement of any account, for both sides',
      'such as advertiser.available',
    ),
    problems: ['account_not_found'],
  },
}

/** Group B: statements, for an advertiser's programs. */
export const statementDocsV1: Docs = {
  'GET /v1/balance/statement': statement('exportStatement', 'Balance', 'Download a statement of the account', held),
}
