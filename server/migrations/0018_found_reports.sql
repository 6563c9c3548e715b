-- A walk in the order of a list passes what other times and the status leave out: without looking at the reports themselves,
-- which takes a tenth of the time.
drop index executions_of_advertiser;
create index executions_of_advertiser on executions (advertiser, submitted_at desc, id desc)
  include (status, decided_at, review_deadline_at);
drop index executions_by_update;
create index executions_by_update on executions (advertiser, updated_at, id)
  include (status, submitted_at, decided_at, review_deadline_at);
drop index executions_by_deadline;
create index executions_by_deadline on executions (advertiser, review_deadline_at, id)
  include (status, submitted_at, decided_at);

-- What waits for somebody is little of all, and is what they look for.
create index executions_waiting_by_deadline on executions (advertiser, status, review_deadline_at, id)
  where status in ('Pending', 'ReworkRequested', 'Disputed');
create index executions_waiting_by_update on executions (advertiser, status, updated_at, id)
  where status in ('Pending', 'ReworkRequested', 'Disputed');
create index executions_waiting_by_id on executions (advertiser, status, id)
  where status in ('Pending', 'ReworkRequested', 'Disputed');
