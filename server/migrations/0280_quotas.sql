-- Studies: how many executors of a kind take part, of which offers they take only one, and what those earn whom the study turns away
-- (docs/decisions/0082-studies.md).
alter table offers add column quotas jsonb;
alter table offers add column exclusion_group text;
-- What a screened-out executor earns, and the fee for it; null: nobody is paid for that.
alter table offers add column screen_out_units bigint;
alter table offers add column screen_out_fee_units bigint;
alter table offers add constraint offers_screen_out_whole check (
  (screen_out_units is null) = (screen_out_fee_units is null)
    and coalesce(screen_out_units > 0 and screen_out_units < reward_units and screen_out_fee_units >= 0, true)) not valid;
-- Whose quotas and groups decide what the list of available offers shows.
create index if not exists offers_with_quotas on offers (id)
  where quotas is not null and activated_at is not null and completed_at is null and archived_at is null;
create index if not exists offers_screening on offers (advertiser) where screen_out_units is not null;
create index if not exists offers_of_group on offers (advertiser, exclusion_group) where exclusion_group is not null;

-- How many executors may be screened out and paid, and how many were. Each reserved slot could still be one of them.
alter table offer_states add column screen_out_max integer;
alter table offer_states add column screened_out integer not null default 0;
alter table offer_states add constraint offer_states_screen_outs_covered check (
  screened_out >= 0 and coalesce(screened_out + reserved <= screen_out_max, screened_out = 0)) not valid;
create trigger listed_screen_outs_changed after update on offer_states for each row
  when (new.screen_out_max is not null and (old.screened_out + old.reserved < old.screen_out_max)
    is distinct from (new.screened_out + new.reserved < new.screen_out_max))
  execute function note_listed_state();

-- The numbers of the quotas that its executor fitted.
alter table reservations add column quota_cells smallint[];
create index if not exists reservations_of_quotas on reservations (offer) include (quota_cells)
  where quota_cells is not null and is_taken;

-- Whether the offer of the work pays screened-out executors: what is held for them is released with the last acceptance.
alter table executions add column has_screen_outs boolean not null default false;

-- The pay of a screened-out executor clears as their other earnings do, but belongs to no execution.
alter table clearings alter column execution drop not null;
