-- The list shows the estimate in the details of an offer, so a change of it notes one too.
drop trigger listed_offer_changed on offers;
create trigger listed_offer_changed after update on offers for each row
  when (old.activated_at is not null
    and (old.activated_at, old.searchable, old.reward_units, old.category, old.platform, old.starts_at, old.ends_at,
        old.advertiser, old.min_age, old.max_age, old.gender, old.target_countries, old.min_level, old.allow_list,
        old.block_list, old.title, old.source_language, old.translations, old.currency, old.type,
        old.reservation_seconds, old.review_seconds, old.details -> 'estimatedMinutes')
      is distinct from (new.activated_at, new.searchable, new.reward_units, new.category, new.platform, new.starts_at,
        new.ends_at, new.advertiser, new.min_age, new.max_age, new.gender, new.target_countries, new.min_level,
        new.allow_list, new.block_list, new.title, new.source_language, new.translations, new.currency, new.type,
        new.reservation_seconds, new.review_seconds, new.details -> 'estimatedMinutes'))
  execute function note_listed_offer();

-- The newest withdrawal with this mark is the executor's saved payout account.
alter table withdrawals add column is_remembered boolean not null default true;
