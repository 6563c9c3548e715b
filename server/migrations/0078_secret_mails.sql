-- Mails with a link that signs somebody in: their bodies are cleared once they are sent, or once the link has expired.
alter table mails add has_secret boolean not null default false;
create index if not exists mails_secret on mails (created_at) where has_secret and body <> '';
