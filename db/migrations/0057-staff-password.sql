-- A session that is older than the password is no longer one.
alter table staff add column password_changed_at timestamptz not null default now();
