-- Deliveries that have not ended, by their event. `deliveries_pending` had the condition of `deliveries_due`. A claim planned while
-- nothing was due preferred it, and then read all pending deliveries for each endpoint until the next analyze.
create index if not exists deliveries_unended on deliveries (event) where ended_at is null;
-- Contract: since this version nothing reads by it. In the previous version, jobs that delete old events and the operators'
-- count of pending deliveries do, and work without it.
drop index deliveries_pending;
