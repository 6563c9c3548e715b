-- What Stripe reported for a deposit in another amount or currency: it is not credited, and operators see it.
alter table deposits add column if not exists mismatch_units bigint;
alter table deposits add column if not exists mismatch_currency text;
