-- The price of the offer, and how many works were submitted in an hour: from these follows how long new offers of the price take.
alter table offer_paces add column price bigint;
alter table offer_paces add column works_per_hour real;
create index if not exists offer_paces_of_price on offer_paces (price, offer);
