alter table suites validate constraint suites_further_not_negative;
