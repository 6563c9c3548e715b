-- An API key may have a maximum that it holds and spends per UTC day; null: none. spent_units belongs to the day spent_on.
alter table credentials
  add daily_spend_max_units bigint,
  add spent_on date,
  add spent_units bigint not null default 0,
  add constraint credentials_daily_spend_max_is_of_a_key
    check (daily_spend_max_units is null or (kind = 'ApiKey' and daily_spend_max_units >= 0)) not valid,
  add constraint credentials_spent_is_of_a_key
    check (spent_on is null or (kind = 'ApiKey' and spent_units >= 0)) not valid;
