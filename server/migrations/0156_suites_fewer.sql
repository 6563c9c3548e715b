-- How many answers fewer than `overlap` are wanted of a suite: those that its items have in former suites. `missing` follows from it.
alter table suites add column fewer smallint not null default 0;
-- All suites of an offer, to change them together.
create index if not exists suites_of_offer on suites (offer, missing, turn);
drop index suites_to_give;
