-- Since when user agents are read as they are now (domain/visits/visit-facts.ts) and missed visits are counted: of visits before it the agents are not kept,
-- so their figures stay as they were. No row: since the first visit.
create table visit_reading (
  since timestamptz primary key
);
insert into visit_reading select now() where exists (select from visit);
grant select on visit_reading to hongyan_app, hongyan_platform;
