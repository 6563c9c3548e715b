-- How many answers are wanted of a suite, by whomever: `missing` follows from it. Below one: `overlap` was lowered below the answers of former suites.
alter table suites add column wanted smallint;
update suites set wanted = missing + undecided + accepted where wanted is null;
alter table suites alter column wanted set not null;
