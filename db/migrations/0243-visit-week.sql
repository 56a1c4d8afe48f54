-- Weeks of visits (domain/shorturl/statistics): what is asked of a month reads four weeks and a few days instead of 30 days with a set of visitors each.
create table visit_week (like visit_day including defaults);
-- step: weeks of China since 1970, which begin on Mondays.
alter table visit_week add primary key (account_id, subject_id, step) include (pv);
call make_tenant_table('visit_week');
-- Days before `week` are in visit_week.
alter table visit_mark add column week integer not null default 0;

-- Visits alone are asked of many rows (heat of hour and weekday, links ranked): found without the rows, which are long.
alter table visit_hour drop constraint visit_hour_pkey, add primary key (account_id, subject_id, step) include (pv);
alter table visit_day drop constraint visit_day_pkey, add primary key (account_id, subject_id, step) include (pv);
