-- Drafts, and archived tasks that were never published, of which an account may have only so many.
create index if not exists offers_drafts on offers (advertiser, archived_at)
  where activated_at is null and (moderation is null or archived_at is not null);
-- Recent files of an executor, of which those in no report are counted.
create index if not exists proofs_recent on proofs (executor, uploaded_at);
