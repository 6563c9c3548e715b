-- Validated apart from the addition in 0088, because it reads the whole table, under a lock that lets others read and write.
alter table credentials validate constraint credentials_networks_are_of_a_key;
