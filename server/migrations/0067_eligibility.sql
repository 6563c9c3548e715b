-- The list of available offers tells each executor which lists of executors they are on.
create index if not exists executor_list_members_of_executor on executor_list_members (executor, list);

-- It also tells which offers were reserved too often for now; few offers have such limits.
create index if not exists offers_capped on offers (id)
  where coalesce(hourly_limit, daily_limit) is not null and activated_at is not null and completed_at is null
    and archived_at is null;

-- The board knows the lists that offers name, so their changes are noted, too.
drop trigger listed_offer_changed on offers;
create trigger listed_offer_changed after update on offers for each row
  when (old.activated_at is not null
    and (old.activated_at, old.searchable, old.reward_units, old.category, old.platform, old.starts_at, old.ends_at,
        old.advertiser, old.min_age, old.max_age, old.gender, old.target_countries, old.min_level, old.allow_list,
        old.block_list)
      is distinct from (new.activated_at, new.searchable, new.reward_units, new.category, new.platform, new.starts_at,
        new.ends_at, new.advertiser, new.min_age, new.max_age, new.gender, new.target_countries, new.min_level,
        new.allow_list, new.block_list))
  execute function note_listed_offer();
