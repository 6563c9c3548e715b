-- Executors may skip all items of a slot: the assignment stays, as `Skipped`.
alter table assignments add column skip_reason text;
alter table assignments drop constraint assignments_state_known;
alter table assignments add constraint assignments_state_known check (
  state in ('Held', 'Answered', 'Rejected', 'Withdrawn', 'Excluded', 'Skipped')) not valid;
alter table assignments add constraint assignments_skipped_with_reason check ((state = 'Skipped') = (skip_reason is not null)) not valid;
