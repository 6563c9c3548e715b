-- The request that an event came of: it crosses from the log of requests to the log of deliveries. None where time, a job or
-- the command line made it happen, and of events that were recorded before there was the column.
alter table events add column if not exists request_id text;
