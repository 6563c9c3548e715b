import { type Sql, sql } from '../platform/sql.ts'

/** The columns of a `Proof`, from the table `proofs`. */
export const proofColumns: Sql = sql`
  proofs.id, proofs.offer, proofs.executor, proofs.extension, proofs.file_name, proofs.size, proofs.content_type,
  encode(proofs.sha256, 'hex') as sha256, proofs.uploaded_at`

/** Selects the proofs that this executor uploaded for this offer. `ids` is a uuid array. */
export const ownProofs = (executor: Sql, offer: Sql, ids: Sql): Sql => sql`
  select ${proofColumns} from proofs
  where proofs.executor = ${executor} and proofs.offer = ${offer} and proofs.id = any(${ids})`
