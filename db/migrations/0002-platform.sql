-- Platform: files, jobs, secrets, password hashes, locations of IP addresses, SSRF-safe requests.

-- A lease gives a piece of work to one owner at a time: renewed every 5 s, expires after 15 s. `token` is the fencing
-- token: it grows with each owner and shuts out earlier ones.
create table lease (
  name text primary key,
  owner text not null,
  token bigint not null,
  until timestamptz not null
);
grant select, insert, update, delete on lease to hongyan_platform;

-- Counters of rate-limiter-flexible, in the library's own schema.
create table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
grant select, insert, update, delete on rate_limit to hongyan_app, hongyan_platform;
