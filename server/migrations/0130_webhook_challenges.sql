-- An endpoint gets events once it answered a challenge at its URL. Those that exist count as verified. The default is only for
-- them: an endpoint of the previous version is not verified.
alter table endpoints add column verified_at timestamptz(3) default now();
alter table endpoints alter column verified_at drop default;
-- The normalized host of the URL, by which attempts are limited; null for endpoints of earlier versions.
alter table endpoints add column host text;
-- The reason of an operator who disabled it.
alter table endpoints add column disabled_reason text;

-- Contract: since this version an operator can disable an endpoint too.
alter table endpoints drop constraint endpoints_disabled_by_known;
alter table endpoints add constraint endpoints_disabled_by_known
  check (disabled_by in ('User', 'Gone', 'Failing', 'Operator')) not valid;

-- Challenges and test events, which are also sent to endpoints that are not verified.
alter table deliveries add column is_trial boolean not null default false;
create index if not exists deliveries_trials on deliveries (endpoint, due_at) where is_trial and due_at is not null;
