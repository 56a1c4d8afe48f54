-- How many days before its end the account was last told that a package runs out: 30, 7 or 1.
alter table credit_grant add column told_days smallint;
