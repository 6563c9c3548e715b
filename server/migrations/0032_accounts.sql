-- Roles that an operator took away: their account cannot take them up again by itself.
alter table accounts add column withheld_roles text[] not null default '{}';
alter table accounts add constraint accounts_withheld_roles_known check (withheld_roles <@ array['Advertiser', 'Executor', 'Operator']);
alter table accounts add constraint accounts_roles_not_withheld check (not roles && withheld_roles);

-- Those who are suspended now or were once: few of many.
create index accounts_suspended on accounts (id) where suspended_until is not null;
create index accounts_operators on accounts (id) where 'Operator' = any(roles);

-- An account's own credentials of a kind, newest first.
create index credentials_of_account_by_kind on credentials (account, kind, id desc);
drop index credentials_of_account;
