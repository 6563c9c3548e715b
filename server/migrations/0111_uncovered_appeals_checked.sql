-- Validated apart from the addition in 0110, because it reads the whole table, under a lock that lets others read and write.
alter table offer_states validate constraint offer_states_uncovered_not_negative;
