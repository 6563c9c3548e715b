-- Files that an executor attached to an appeal. Each is in one appeal only.
create table dispute_proofs (
  proof uuid primary key,
  dispute bigint not null,
  position integer not null
);
create index dispute_proofs_of_dispute on dispute_proofs (dispute, position);
