-- Lists count up to 10,000 (docs/decisions/0018-counts.md), so changes are no longer recorded. The version before this one keeps
-- count_marks, offer_changes and execution_changes: where count_marks is empty, it counts everything each time.
create function keep_count_marks_empty() returns trigger language plpgsql as $$
begin
  return null;
end $$;
create trigger count_marks_stay_empty before insert on count_marks for each row execute function keep_count_marks_empty();
-- Contract: from now on no change is recorded.
delete from count_marks;
drop trigger if exists executions_inserted on executions;
drop trigger if exists executions_updated on executions;
drop trigger if exists executions_deleted on executions;
drop trigger if exists offers_changed on offers;
drop trigger if exists offer_states_changed on offer_states;
drop function if exists note_execution_changes();
drop function if exists note_offer_change();
