-- A text sealed with SECRET_KEY by the first program, in one row: who comes with another key notices before it does anything.
create table installation (
  only_one boolean primary key,
  sealed_check bytea not null,
  constraint installation_only_one check (only_one)
);
