alter table site validate constraint site_pay_days_are_an_object;
