-- Hours of one province are a thirtieth of all. None of its columns changes, so totals that grow don't touch it.
create index statistics_hour_province on statistics_hour_place (account_id, province, hour);
