-- How often the file of a payout was exported, and when last. Null: the payout was made before exports were counted, so its
-- file may have been exported.
alter table payouts add column exports integer, add column exported_at timestamptz(3);
alter table payouts add constraint payouts_exports_whole
  check (exports is null or (exports > 0) = (exported_at is not null)) not valid;

-- A keyed hash of the account that a withdrawal goes to: equal for equal accounts, and useless without the secret key.
-- Null: requested before there were hashes; a job adds the hash.
alter table withdrawals add column method_hash bytea;
create index if not exists withdrawals_of_method on withdrawals (method_hash, executor) where method_hash is not null;
create index if not exists withdrawals_without_method_hash on withdrawals (id) where method_hash is null;
