-- Executions that can still be decided for the executor, and whose cost the hold of their offer does not keep yet.
alter table offer_states add column uncovered integer not null default 0;
alter table offer_states add constraint offer_states_uncovered_not_negative check (uncovered >= 0) not valid;
