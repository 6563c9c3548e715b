alter table prices validate constraint prices_proofs_in_order, validate constraint prices_reward_in_range;

-- The reward that the advertiser chose within the range of the price; null: the reward of the price.
alter table offers add column chosen_reward_units bigint;
