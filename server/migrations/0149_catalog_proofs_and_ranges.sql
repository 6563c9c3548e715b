-- How many proofs an execution has; null: one, up to the maximum. An edition keeps the number with its schemas.
alter table prices add column proofs_min smallint, add column proofs_max smallint;
alter table price_editions add column proofs_min smallint, add column proofs_max smallint;
alter table prices add constraint prices_proofs_in_order check (proofs_min >= 0 and proofs_min <= proofs_max) not valid;

-- The rewards that an advertiser may choose; null: only the reward of the price.
alter table prices add column reward_min_units bigint, add column reward_max_units bigint;
alter table prices add constraint prices_reward_in_range check (
  reward_min_units > 0 and reward_min_units <= reward_units and reward_units <= reward_max_units) not valid;

create or replace function store_price_edition() returns trigger language plpgsql as $$
begin
  insert into price_editions (price, edition, details_mode, offer_details_schema, execution_details_schema, proofs_min, proofs_max)
    values (old.id, old.edition, old.details_mode, old.offer_details_schema, old.execution_details_schema, old.proofs_min,
      old.proofs_max);
  new.edition := old.edition + 1;
  return new;
end $$;

create or replace trigger price_edition_stored before update on prices for each row
  when ((old.details_mode, old.offer_details_schema::text, old.execution_details_schema::text, old.proofs_min, old.proofs_max)
    is distinct from (new.details_mode, new.offer_details_schema::text, new.execution_details_schema::text, new.proofs_min,
      new.proofs_max))
  execute function store_price_edition();
