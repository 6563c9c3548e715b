-- What a price asked of details before it changed, and how strictly. A reservation names the edition that it was made under;
-- the edition of a price that has no row here is the price itself. No edition in a reservation: the first one.
alter table prices add column edition integer not null default 1;

create table price_editions (
  price bigint not null,
  edition integer not null,
  details_mode text not null,
  offer_details_schema json not null,
  execution_details_schema json not null,
  constraint price_editions_pkey primary key (price, edition)
);

-- A trigger, because no statement can forget it, of this version or of the one before. Schemas are json, which has no equality:
-- the text decides.
create function store_price_edition() returns trigger language plpgsql as $$
begin
  insert into price_editions (price, edition, details_mode, offer_details_schema, execution_details_schema)
    values (old.id, old.edition, old.details_mode, old.offer_details_schema, old.execution_details_schema);
  new.edition := old.edition + 1;
  return new;
end $$;

create trigger price_edition_stored before update on prices for each row
  when ((old.details_mode, old.offer_details_schema::text, old.execution_details_schema::text)
    is distinct from (new.details_mode, new.offer_details_schema::text, new.execution_details_schema::text))
  execute function store_price_edition();

alter table reservations add column price_edition integer;
