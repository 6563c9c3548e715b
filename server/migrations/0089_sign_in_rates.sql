-- Contract: attempts are counted in sign_in_guesses; nothing reads or writes this table since migration 0079.
drop table sign_in_rates;
