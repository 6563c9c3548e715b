import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type A, groupA } from '../../api.ts'
import { apiQuery, useApiMutation } from '../../queries.ts'
import type { StatementFile } from './statement-file.ts'

type ReadFile = Extract<StatementFile, { readonly isText: true }>
type Line = A['BankStatementLine']

/** Names a line with what the operator saw. */
const seenIn = ({ key, accountId, withdrawalId, depositId, bookingRequestId }: Line) => ({
  key,
  accountId,
  withdrawalId,
  depositId,
  bookingRequestId,
})

let chosen = 0

/** The chosen statement, in this page alone: neither the server nor the browser stores it. */
export function useStatement() {
  const [file, setFile] = useState<(ReadFile & { readonly id: number }) | undefined>()
  const body = file?.body ?? { csv: '' }
  const query = useQuery({
    ...apiQuery(['payments', 'bank-statement', file?.id ?? 0], (signal) =>
      groupA.POST('/api/operator/bank-statements/lines', { body, signal }),
    ),
    enabled: file !== undefined,
    retry: false,
  })
  // Without an Idempotency-Key: a line is booked once, however often it is confirmed.
  const confirmation = useApiMutation<readonly Line[], A['ConfirmedBankStatementLines']>(
    ['payments', 'ledger', 'audit'],
    (lines) =>
      groupA.POST('/api/operator/bank-statements/confirm', {
        body: { ...body, lines: lines.map(seenIn) },
      }),
  )
  const choose = (next: ReadFile) => {
    confirmation.reset()
    setFile({ ...next, id: ++chosen })
  }
  return { file, query, confirmation, choose }
}

export type Confirmation = ReturnType<typeof useStatement>['confirmation']
