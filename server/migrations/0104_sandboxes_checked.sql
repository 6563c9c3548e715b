-- In its sandbox, a test key has the same daily limit. Validated in 0105.
alter table credentials drop constraint credentials_daily_spend_max_is_of_a_key;
alter table credentials add constraint credentials_daily_spend_max_is_of_a_key
  check (daily_spend_max_units is null or (kind in ('ApiKey', 'TestKey') and daily_spend_max_units >= 0)) not valid;

-- Validated apart from the addition in 0099, because it reads the whole table, under a lock that lets others read and write.
alter table credentials validate constraint credentials_kind_known;
alter table credentials validate constraint credentials_networks_are_of_a_key;
alter table credentials validate constraint credentials_token_expires;
