-- Which items of a suite an executor was given: those that had not ended. Both numbers are from `suite_turns`.

-- When the suite was given; null: with all of its items.
alter table assignments add column turn bigint;
-- When the item was cancelled or set aside for the advertiser; null: it is live.
alter table items add column ended_turn bigint;
