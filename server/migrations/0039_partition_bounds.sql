-- Events, deliveries, attempts and the audit log grow for ever: they become tables of partitions, so that what is old goes as a
-- whole (docs/operate/retention.md). So that nobody waits, this file says where the rows so far will end, 0041 looks
-- whether that is true, and 0043 to 0046 make them the first partition. Partitions are ranges of ids, a thousand
-- million each; ids go to the next range with time. The bound is so far away that no installation gets there between the files.
do $$
declare
  part record;
  bound bigint;
begin
  for part in
    select * from (values ('events', 'id', 'events_id_seq'), ('deliveries', 'event', 'events_id_seq'),
      ('attempts', 'delivery', 'deliveries_id_seq'), ('audit_log', 'id', 'audit_log_id_seq')) parts (of_table, key, counted_by)
  loop
    bound := ((coalesce(pg_sequence_last_value(part.counted_by::regclass), 0) + 100000000) / 1000000000 + 1) * 1000000000;
    execute format('alter table %I add constraint %I check (%I < %s) not valid', part.of_table, part.of_table || '_bound', part.key,
      bound);
  end loop;
end $$;
