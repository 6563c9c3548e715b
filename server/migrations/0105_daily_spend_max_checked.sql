-- Validated apart from the addition in 0100, because it reads the whole table, under a lock that lets others read and write.
alter table credentials validate constraint credentials_daily_spend_max_is_of_a_key;
alter table credentials validate constraint credentials_spent_is_of_a_key;
