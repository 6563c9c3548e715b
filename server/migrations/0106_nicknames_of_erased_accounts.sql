-- Null: the account is erased. Its key is then a hash, so that nobody can take a name that advertisers knew.
alter table nicknames alter column account drop not null;
