-- When the holder of a session last gave the password or a passkey again, to make credentials and the like.
alter table credentials add confirmed_at timestamptz(3);
