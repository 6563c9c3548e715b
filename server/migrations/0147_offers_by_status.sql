-- The offers of an advertiser are counted by status in this index alone.
create index if not exists offer_states_of_advertiser on offer_states (advertiser, status, offer);
