-- What the figures of an advertiser add up: work that was sent back, and what was paid once for an offer. Both are few.
create index executions_sent_back on executions (advertiser, rework_requested_at) where rework_requested_at is not null;
create index offers_paid_once on offers (advertiser, activated_at) where flat_units > 0 and activated_at is not null;
create index deposits_paid on deposits (account, paid_at) where paid_at is not null;
