-- When withdrawals are paid, as the operator announces it; null: not said.
alter table site add column if not exists pay_days jsonb;
alter table site add constraint site_pay_days_are_an_object check (jsonb_typeof(pay_days) = 'object') not valid;
