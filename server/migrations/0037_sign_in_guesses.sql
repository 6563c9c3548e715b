-- Guesses at the passwords and codes of somebody, from wherever they come: those who guess may have many addresses. Kept by
-- what is guessed at, also where nobody has the address: an answer must not tell.
create table sign_in_guesses (
  subject text primary key,
  guesses integer not null,
  since timestamptz(3) not null
);
create index sign_in_guesses_by_time on sign_in_guesses (since);

-- What was mailed to somebody, or asked of them, ends with the password that it was for.
create index sign_in_verifications_of_value on sign_in_verifications using hash (value);
