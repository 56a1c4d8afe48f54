-- The links of a channel whose circuit breaker is not closed, as dispatch last saw them: [{link, state: open | half_open, reason, since}].
alter table channel add column breakers jsonb not null default '[]';
