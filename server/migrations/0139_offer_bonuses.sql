alter table deposits validate constraint deposits_status_known;
alter table reversals validate constraint reversals_kind_known;
alter table booking_requests validate constraint booking_requests_kind_known;
alter table booking_requests validate constraint booking_requests_whole;

-- What the bonuses of an offer have cost its advertiser, with their fees. Not a count in offer_states: a bonus locks the execution and
-- the balances, so it would lock that row too late. Bonuses that the version before pays after this are missing.
create table offer_bonuses (
  offer bigint not null,
  units bigint not null,
  constraint offer_bonuses_pkey primary key (offer),
  constraint offer_bonuses_positive check (units > 0)
);
insert into offer_bonuses (offer, units)
select transfers.offer, -sum(entries.units) from transfers
join entries on entries.transfer = transfers.id and entries.book = 'advertiser.available'
where transfers.kind = 'Bonus' and transfers.offer is not null group by transfers.offer;
