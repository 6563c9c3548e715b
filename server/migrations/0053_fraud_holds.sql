-- Reports that are held because fraud is suspected: operators list them, and a job ends holds that are too old.
create index if not exists executions_on_hold on executions (fraud_hold_at, id) where fraud_hold_at is not null;
