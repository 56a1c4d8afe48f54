-- Numbering: number segments, ported numbers, provinces, carriers' report codes.

create table number_segment (
  prefix text primary key,
  carrier text not null check (carrier in ('mobile', 'unicom', 'telecom', 'broadnet')),
  is_virtual boolean not null default false
);
grant select on number_segment to hongyan_app;
grant select, insert, update, delete on number_segment to hongyan_platform;

-- 携号转网: numbers that left the carrier of their segment.
create table ported_number (
  phone text primary key,
  carrier text not null check (carrier in ('mobile', 'unicom', 'telecom', 'broadnet')),
  changed_at timestamptz not null
);
grant select on ported_number to hongyan_app;
grant select, insert, update, delete on ported_number to hongyan_platform;

-- Carriers' codes in delivery reports, with their explanation for customers.
create table report_code (
  code text primary key,
  carrier text,
  meaning text not null,
  cause text not null,
  advice text not null
);
grant select on report_code to hongyan_app;
grant select, insert, update, delete on report_code to hongyan_platform;

-- Report codes that had no explanation when they arrived, by channel.
create table unknown_code (
  code text not null,
  channel_id uuid not null,
  report_count bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (code, channel_id)
);
grant select, insert, update, delete on unknown_code to hongyan_platform;
