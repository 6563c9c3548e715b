-- The rejection that a dispute is about, because the decision on the dispute replaces it in the execution.
alter table disputes add column rejection jsonb;
