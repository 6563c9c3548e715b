-- The same picture in several works, work that was too fast, and what is known of advertisers from disputes.

-- What a picture looks like, in 64 bits: the same after it was compressed, resized or trimmed a little. Null: no picture, or
-- one on which nothing is to be seen.
alter table proofs add column fingerprint bigint;

-- Work that nobody has looked at since it was submitted. Whoever looks does so in this order; leased: somebody is comparing.
create table unexamined (
  execution bigint not null,
  place bigint generated always as identity,
  leased_until timestamptz(3),
  constraint unexamined_pkey primary key (execution)
);
create unique index unexamined_in_turn on unexamined (place);

create function note_unexamined() returns trigger language plpgsql as $$
begin
  insert into unexamined (execution) values (new.id) on conflict (execution) do update set place = default, leased_until = null;
  return null;
end $$;
create trigger executions_submitted after insert on executions for each row execute function note_unexamined();
create trigger executions_resubmitted after update on executions for each row
  when (new.revision > old.revision) execute function note_unexamined();

-- Every file that was ever part of submitted work, in the order in which it was looked at: by these it is known again.
create table sightings (
  place bigint generated always as identity,
  proof uuid not null,
  execution bigint not null,
  executor bigint not null,
  sha256 bytea not null,
  fingerprint bigint,
  constraint sightings_pkey primary key (execution, proof)
);
insert into sightings (proof, execution, executor, sha256)
  select proofs.id, used.execution, proofs.executor, proofs.sha256
  from execution_proofs used join proofs on proofs.id = used.proof order by used.execution, used.position;
create index sightings_of_file on sightings (sha256, place);
-- Fingerprints that differ in at most seven of their bits have a quarter in which they differ in one at most.
create index sightings_by_first on sightings ((fingerprint >> 48 & 65535), place) where fingerprint is not null;
create index sightings_by_second on sightings ((fingerprint >> 32 & 65535), place) where fingerprint is not null;
create index sightings_by_third on sightings ((fingerprint >> 16 & 65535), place) where fingerprint is not null;
create index sightings_by_fourth on sightings ((fingerprint & 65535), place) where fingerprint is not null;

-- How disputes with an advertiser ended; refreshed with the rest.
alter table advertisers
  add column disputes_decided bigint not null default 0,
  add column disputes_lost bigint not null default 0;
create index disputes_resolved on disputes (advertiser, resolved_at) where status = 'Resolved';
