-- Validated apart from the addition in 0099, because it reads the whole table, under a lock that lets others read and write.
alter table credentials validate constraint credentials_kind_known;
alter table credentials validate constraint credentials_networks_are_of_a_key;
alter table credentials validate constraint credentials_token_expires;
