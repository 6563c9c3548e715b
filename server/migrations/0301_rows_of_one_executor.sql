-- Until PostgreSQL has seen an offer or advertiser with many executors, it thinks that all rows of one cost as much as those of one executor.
-- Of indexes that cost the same it takes the newest, so these replace older ones: a reserve read all reservations of its offer.
create index if not exists reservations_of_one_executor on reservations (executor, offer, id desc);
create index if not exists executions_of_one_executor on executions (executor, offer, id desc);
create index if not exists executions_of_one_alias on executions (advertiser, executor_alias, submitted_at desc, id desc);
drop index if exists reservations_of_executor;
drop index if exists executions_of_executor;
drop index if exists executions_of_alias;

-- The condition, always true, keeps the planner from these indexes where a statement does not repeat it.
create index if not exists executor_accuracy_in_order on executor_accuracy (offer, id) where id > 0;
create index if not exists advertiser_marks_on_advertiser on advertiser_marks (advertiser) where id > 0;
drop index if exists executor_accuracy_listed;
drop index if exists advertiser_marks_of_advertiser;
