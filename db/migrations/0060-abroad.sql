-- Messages to other countries: who may send there, at which price, what a destination costs on a channel, and a
-- certificate of our own for carriers that ask for one.

alter table account add column sends_abroad boolean not null default false;

-- Encrypted like the password: certificate and key, PEM.
alter table channel add column encrypted_client_certificate bytea;

-- What a segment to a country costs customers from a time on; null: closed. Countries by their names, as in
-- message.province (values/country.ts).
create table country_price (
  country text not null,
  starts_at timestamptz not null,
  unit_price_hao integer check (unit_price_hao between 10 and 100000),
  primary key (country, starts_at)
);
grant select on country_price to hongyan_app;
grant select, insert on country_price to hongyan_platform;

-- What a carrier is paid for a segment to a destination, a carrier or a country, from a time on; null: what the channel
-- costs otherwise.
create table channel_destination_cost (
  channel_id uuid not null references channel(channel_id) on delete cascade,
  destination text not null,
  starts_at timestamptz not null,
  unit_cost_hao integer check (unit_cost_hao between 0 and 100000),
  primary key (channel_id, destination, starts_at)
);
grant select on channel_destination_cost to hongyan_app;
grant select, insert on channel_destination_cost to hongyan_platform;

alter table route drop constraint route_carrier_check;
alter table route add constraint route_carrier_check check (carrier in ('mobile', 'unicom', 'telecom', 'broadnet', 'abroad')) not valid;
alter table route validate constraint route_carrier_check;
