-- What every module uses: files, jobs, secrets, password hashes, places of addresses, SSRF-safe requests.

-- A piece of work with one owner at a time: renewed each 5 s, lapses after 15 s. The token rises with each owner and
-- fences off the one before.
create table lease (
  name text primary key,
  owner text not null,
  token bigint not null,
  until timestamptz not null
);
grant select, insert, update, delete on lease to hongyan_platform;

-- Counters of rate-limiter-flexible (its own shape).
create table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
grant select, insert, update, delete on rate_limit to hongyan_app, hongyan_platform;
