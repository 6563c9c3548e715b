-- The job that deletes drafts of answers looks at all of them: most can go before they are old.
drop index if exists answer_drafts_by_age;
