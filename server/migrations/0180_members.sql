-- A member of a workspace acts with a key of the account of the advertiser. Nobody can present it: the server finds it by the session of the
-- person.
alter table credentials add column person bigint;
alter table credentials add constraint credentials_person_fkey foreign key (person) references accounts (id) not valid;
alter table credentials add constraint credentials_person_holds_a_key check (person is null or kind = 'ApiKey' and person <> account)
  not valid;
create unique index if not exists credentials_of_members on credentials (person, account)
  where person is not null and revoked_at is null;
create index if not exists credentials_of_persons on credentials (person, id) where person is not null;

-- The name by which members know the workspace, and the most that one operation of a member may spend; null: no limit.
alter table advertisers add column workspace_name text;
alter table advertisers add column member_spend_max_units bigint;

-- The member who made the decision for the acting account.
alter table audit_log add column person bigint;

create table invitations (
  id bigint generated always as identity primary key,
  account bigint not null references accounts,
  email text not null,
  role text not null,
  daily_spend_max_units bigint,
  -- The hash of what the link contains; null: it was used or revoked.
  token bytea,
  status text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  constraint invitations_token_once unique (token),
  constraint invitations_status_known check (status in ('Open', 'Accepted', 'Declined', 'Revoked')),
  constraint invitations_role_known check (role in ('Owner', 'Reviewer', 'Finance', 'ReadOnly')),
  constraint invitations_end_with_their_link check ((status = 'Open') = (token is not null) and (status = 'Open') = (ended_at is null))
);
create unique index invitations_open on invitations (account, email) where status = 'Open';
create index invitations_by_time on invitations (created_at);
