-- What the site of a study has reported about a reservation, through a return link: its action, and when.
alter table reservations add column returned text;
alter table reservations add column returned_at timestamptz(3);
alter table reservations add constraint reservations_returned_known check (
  returned in ('complete', 'failed-check') and (returned is null) = (returned_at is null)) not valid;
-- `ScreenedOut`: the site of the study found that its executor does not belong to those who may take part.
alter table reservations drop constraint reservations_status_known;
alter table reservations add constraint reservations_status_known check (
  status in ('Active', 'Submitted', 'Cancelled', 'Expired', 'Revoked', 'ScreenedOut')) not valid;

-- What is not the same for all studies. An offer without a row has the first secret, and no test run.
create table studies (
  offer bigint primary key references offers,
  -- Part of what its secret is derived from; a rotation raises it.
  secret_version integer not null default 1,
  rotated_at timestamptz(3),
  -- The number of its last test run, and when each action arrived through a return link of that run.
  test_run integer not null default 0,
  tested_at timestamptz(3),
  test_complete_at timestamptz(3),
  test_screened_out_at timestamptz(3),
  test_failed_check_at timestamptz(3),
  constraint studies_versions_positive check (secret_version > 0 and test_run >= 0)
);
