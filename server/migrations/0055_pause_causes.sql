-- Why all offers of an advertiser are paused. A cause that is gone stays until the offers that it paused are resumed.
create table pause_causes (
  account bigint not null,
  cause text not null,
  began_at timestamptz(3) not null,
  lifted_at timestamptz(3),
  -- Whether the offers are as this cause, or its end, wants them.
  is_applied boolean not null default false,
  constraint pause_causes_pkey primary key (account, cause),
  constraint pause_causes_cause_known check (cause in ('advertiser_suspended', 'deposit_charged_back'))
);
create index pause_causes_to_apply on pause_causes (account) where not is_applied;
create index pause_causes_of_debts on pause_causes (account) where cause = 'deposit_charged_back' and lifted_at is null;
