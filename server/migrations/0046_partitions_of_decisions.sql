-- Nothing in it changes, and nothing goes but with its partition.
select begin_partitions('audit_log', 'id', 'audit_log_pkey primary key (id)');
create index if not exists audit_log_of_subject on audit_log (subject, subject_id, id);
create index if not exists audit_log_of_account on audit_log (account, id) where account is not null;
create index if not exists audit_log_of_owner on audit_log (owner, id) where owner is not null;
create index if not exists audit_log_by_time on audit_log using brin (created_at) with (pages_per_range = 32);
create trigger audit_log_append_only before delete or update or truncate on audit_log
  for each statement execute function refuse_change();
select end_partitions('audit_log');
select grant_to_program();

drop function begin_partitions, end_partitions;
