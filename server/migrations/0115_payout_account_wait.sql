-- The first withdrawal to a payout account is not approved before this time; null: the account was used before.
alter table withdrawals add column if not exists waits_until timestamptz(3);
