-- The board knows of whom an offer is asked and whose it is, so that executors are shown what they can take: whatever changes
-- that of a listed offer changes the board. So far nothing does; no statement can forget it.
drop trigger listed_offer_changed on offers;
create trigger listed_offer_changed after update on offers for each row
  when (old.activated_at is not null
    and (old.activated_at, old.searchable, old.reward_units, old.category, old.platform, old.starts_at, old.ends_at,
        old.advertiser, old.min_age, old.max_age, old.gender, old.target_countries, old.min_level)
      is distinct from (new.activated_at, new.searchable, new.reward_units, new.category, new.platform, new.starts_at,
        new.ends_at, new.advertiser, new.min_age, new.max_age, new.gender, new.target_countries, new.min_level))
  execute function note_listed_offer();
