-- Signed requests are good once, whichever program takes them: what was seen of the last minutes. Hashes of key and nonce, so that none tells its account.
create table request_nonce (
  nonce uuid primary key,
  expires_at timestamptz not null
);
create index request_nonce_expires on request_nonce (expires_at);
grant select, insert on request_nonce to hongyan_app;
grant select, insert, delete on request_nonce to hongyan_platform;
