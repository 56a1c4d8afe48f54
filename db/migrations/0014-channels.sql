-- Channels to the carriers: accounts, costs, routes.

create table channel (
  channel_id uuid primary key,
  name text not null,
  protocol text not null default 'smpp' check (protocol = 'smpp'),
  host text not null,
  port integer not null,
  system_id text not null,
  encrypted_password bytea not null,
  sender_number text not null,
  kinds text[] not null,
  carriers text[] not null,
  window_size integer not null default 100,
  rate_per_second integer not null default 1000,
  bind_count integer not null default 1,
  upstream_id_form text not null default 'raw'
    check (upstream_id_form in ('raw', 'decimal', 'hex', 'hex_then_decimal', 'decimal_then_hex')),
  enabled boolean not null default true,
  state text not null default 'down' check (state in ('up', 'down')),
  state_detail text,
  state_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  -- Grows with each change by staff: a form that was opened before can't overwrite it.
  version integer not null default 0,
  late_delivery_count bigint not null default 0,
  -- Links whose circuit breaker is not closed, as dispatch last reported them: [{link, state: open | half_open, reason,
  -- since}].
  breakers jsonb not null default '[]'
);
grant select on channel to hongyan_app;
grant select, insert, update on channel to hongyan_platform;

-- What a carrier is paid for a segment on a channel, from a time on; null: unknown. A new cost doesn't change the
-- margins of earlier times.
create table channel_cost (
  channel_id uuid not null references channel(channel_id) on delete cascade,
  starts_at timestamptz not null,
  unit_cost_hao integer check (unit_cost_hao >= 0 and unit_cost_hao <= 10000),
  primary key (channel_id, starts_at)
);
grant select, insert on channel_cost to hongyan_platform;

-- The channels for a kind and carrier, in order of preference; a route may apply to one province or one customer only.
create table route (
  route_id uuid primary key,
  kind text not null check (kind in ('otp', 'transactional', 'marketing')),
  carrier text not null check (carrier in ('mobile', 'unicom', 'telecom', 'broadnet')),
  province text,
  account_id uuid,
  channel_ids uuid[] not null check (cardinality(channel_ids) >= 1 and cardinality(channel_ids) <= 10),
  unique nulls not distinct (kind, carrier, province, account_id)
);
grant select on route to hongyan_app;
grant select, insert, update, delete on route to hongyan_platform;
