-- What an offer requires of its executors beyond age, gender, country and level; null: nothing.
alter table offers add column requirements jsonb;
-- The qualifications among these requirements.
alter table offers add column required_qualifications bigint[];
create index if not exists offers_requiring on offers using gin (required_qualifications)
  where required_qualifications is not null;

-- An offer can require qualifications of its advertiser and of the marketplace. Locked, so that none is deleted meanwhile.
create function check_required_qualifications() returns trigger language plpgsql as $$
begin
  perform from qualifications where id = any(new.required_qualifications)
    and (advertiser is null or advertiser = new.advertiser) order by id for key share;
  if (select count(*) from qualifications where id = any(new.required_qualifications)
      and (advertiser is null or advertiser = new.advertiser)) < cardinality(new.required_qualifications) then
    raise foreign_key_violation using constraint = 'offers_required_qualifications_known',
      message = 'the offer requires an unknown qualification';
  end if;
  return new;
end $$;
create trigger required_qualifications_made before insert on offers for each row
  when (new.required_qualifications is not null) execute function check_required_qualifications();
create trigger required_qualifications_changed before update on offers for each row
  when (new.required_qualifications is not null
    and new.required_qualifications is distinct from old.required_qualifications)
  execute function check_required_qualifications();

-- The list of available offers shows who may reserve.
create trigger listed_requirements_changed after update on offers for each row
  when (old.activated_at is not null and old.requirements is distinct from new.requirements)
  execute function note_listed_offer();

-- How well executors say they speak their languages: a level for each tag that they give one.
alter table executors add column language_levels jsonb not null default '{}';
