-- The order of ids, too, is walked without looking at what times and status leave out.
drop index executions_by_id;
create index executions_by_id on executions (advertiser, id)
  include (status, submitted_at, decided_at, review_deadline_at);
