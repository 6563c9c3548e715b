alter table disputes validate constraint disputes_status_known;
alter table disputes validate constraint disputes_outcome_known;
