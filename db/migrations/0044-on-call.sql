-- Notices to staff on duty: who gets which system alerts, the alerts' episodes, and the log of deliveries.

-- Group chat robots and mail addresses. A robot's URL contains a key and is encrypted, as is the secret that signs
-- requests.
create table on_call_receiver (
  receiver_id uuid primary key,
  name text not null,
  kind text not null check (kind in ('wecom', 'dingtalk', 'feishu', 'email')),
  encrypted_url bytea,
  encrypted_secret bytea,
  -- What people recognize it by: the end of the URL, or the address.
  target text not null,
  alert_kinds text[] not null,
  -- Interval of repetition while an alert lasts; 0: never.
  repeat_minutes integer not null,
  is_on boolean not null default true,
  last_sent_at timestamptz,
  last_failure text,
  created_at timestamptz not null,
  check ((kind = 'email') = (encrypted_url is null))
);
grant select, insert, update, delete on on_call_receiver to hongyan_platform;

-- From the moment at which an alert is announced until it has been over for a while.
create table on_call_episode (
  episode_id uuid primary key,
  kind text not null,
  subject text not null,
  detail text not null,
  began_at timestamptz not null,
  -- Since when the alert is no longer in force; null: it is.
  calm_since timestamptz,
  recovered_at timestamptz
);
grant select, insert, update, delete on on_call_episode to hongyan_platform;
create unique index on_call_episode_open on on_call_episode (kind, subject) where recovered_at is null;
create index on_call_episode_recovered on on_call_episode (recovered_at) where recovered_at is not null;

create table on_call_delivery (
  delivery_id uuid primary key,
  -- Null: the receiver was deleted.
  receiver_id uuid references on_call_receiver(receiver_id) on delete set null,
  receiver_name text not null,
  -- Null: a test.
  episode_id uuid references on_call_episode(episode_id) on delete cascade,
  occasion text not null check (occasion in ('fired', 'repeated', 'recovered', 'test')),
  -- Number of the repetition; the same notice is never queued twice.
  round integer not null,
  state text not null check (state in ('queued', 'sent', 'failed')),
  failure text,
  mail_id uuid,
  created_at timestamptz not null,
  ended_at timestamptz
);
grant select, insert, update, delete on on_call_delivery to hongyan_platform;
create unique index on_call_delivery_once on on_call_delivery (episode_id, receiver_id, round);
create index on_call_delivery_receiver on on_call_delivery (receiver_id);
