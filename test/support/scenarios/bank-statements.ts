/** An entry of a bank statement as a bank may write it. */
export type BankEntry = {
  readonly amount: string
  readonly direction?: 'CRDT' | 'DBIT'
  readonly currency?: string
  readonly date?: string
  readonly status?: string
  readonly reference?: string
  readonly endToEndId?: string
  readonly text?: string
  readonly name?: string
  /** Any other elements of the entry, and of its only payment. */
  readonly more?: string
  readonly payments?: string
}

type Statement = { readonly version?: string; readonly iban?: string }

const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Returns a bank statement of ISO 20022 with these entries. */
export const camt = (
  entries: readonly BankEntry[],
  { version = '02', iban = '' }: Statement = {},
) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}">
<BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id>
<Acct><Id>${iban ? `<IBAN>${iban}</IBAN>` : '<Othr><Id>123</Id></Othr>'}</Id></Acct>
${entries.map((entry) => entryOf(entry, Number(version))).join('\n')}
</Stmt></BkToCstmrStmt></Document>`

function entryOf(entry: BankEntry, version: number): string {
  const { amount, direction = 'CRDT', currency = 'USD', date = '2026-03-02', status = 'BOOK', more = '' } = entry
  const state = version < 4 ? status : `<Cd>${status}</Cd>`
  const reference = entry.reference === undefined ? '' : `<AcctSvcrRef>${entry.reference}</AcctSvcrRef>`
  return `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${more}<Sts>${state}</Sts>
<BookgDt><Dt>${date}</Dt></BookgDt>${reference}<NtryDtls>${entry.payments ?? paymentOf(entry, version)}</NtryDtls></Ntry>`
}

export function paymentOf({ direction, endToEndId, text, name }: BankEntry, version = 2): string {
  const party = direction === 'DBIT' ? 'Cdtr' : 'Dbtr'
  const named =
    version < 8 ? `<Nm>${escaped(name ?? 'Somebody')}</Nm>` : `<Pty><Nm>${escaped(name ?? 'Somebody')}</Nm></Pty>`
  return `<TxDtls><Refs><EndToEndId>${endToEndId ?? 'NOTPROVIDED'}</EndToEndId></Refs>
<RltdPties><${party}>${named}</${party}></RltdPties><RmtInf><Ustrd>${escaped(text ?? '')}</Ustrd></RmtInf></TxDtls>`
}
