-- A keyed hash of the account to which a refund goes, as withdrawals have; null for earlier ones and for cards.
alter table refund_requests add column method_hash bytea;
-- Until then the first refund to an account cannot be approved; null: it need not wait.
alter table refund_requests add column waits_until timestamptz(3);
