-- For the job that deletes old drafts.
create index if not exists answer_drafts_by_age on answer_drafts (saved_at);
