-- Number segments, ported numbers, provinces, report codes of carriers.

create table number_segment (
  prefix text primary key,
  carrier text not null check (carrier in ('mobile', 'unicom', 'telecom', 'broadnet')),
  is_virtual boolean not null default false
);
grant select on number_segment to hongyan_app;
grant select, insert, update, delete on number_segment to hongyan_platform;

-- 携号转网: numbers that are no longer with the carrier of their segment.
create table ported_number (
  phone text primary key,
  carrier text not null check (carrier in ('mobile', 'unicom', 'telecom', 'broadnet')),
  changed_at timestamptz not null
);
grant select on ported_number to hongyan_app;
grant select, insert, update, delete on ported_number to hongyan_platform;

-- Carrier codes of delivery reports with what they mean to a customer.
create table report_code (
  code text primary key,
  carrier text,
  meaning text not null,
  cause text not null,
  advice text not null
);
grant select on report_code to hongyan_app;
grant select, insert, update, delete on report_code to hongyan_platform;

-- Codes of reports that nothing explained when they came, by channel.
create table unknown_code (
  code text not null,
  channel_id uuid not null,
  report_count bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (code, channel_id)
);
grant select, insert, update, delete on unknown_code to hongyan_platform;
