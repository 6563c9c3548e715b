-- Contract: since this version an operator can void a deposit that was recorded by mistake.
alter table deposits drop constraint deposits_status_known;
alter table deposits add constraint deposits_status_known check (status in
  ('Pending', 'Paid', 'Failed', 'Expired', 'Refunded', 'PartlyRefunded', 'ChargedBack', 'Voided')) not valid;
alter table reversals drop constraint reversals_kind_known;
alter table reversals add constraint reversals_kind_known check (kind in ('Refund', 'Chargeback', 'Void')) not valid;

-- Contract: the same, for voids that need a second operator.
alter table booking_requests drop constraint booking_requests_kind_known;
alter table booking_requests add constraint booking_requests_kind_known check (kind in ('Deposit', 'Refund', 'Void')) not valid;
alter table booking_requests drop constraint booking_requests_whole;
alter table booking_requests add constraint booking_requests_whole check (
  kind = 'Deposit' and reference is not null and method is not null or kind in ('Refund', 'Void') and deposit is not null) not valid;
create unique index if not exists booking_requests_void_once on booking_requests (deposit)
  where kind = 'Void' and status = 'Requested';
