-- Messages to members and announcements of the platform.

-- What the platform tells an account: results of reviews, alarms, exports that are ready. Also the way to SMS and mail,
-- by each member's choice.
create table notification (
  account_id uuid not null,
  message_id uuid not null,
  -- Null: for every member of the account.
  member_id uuid,
  kind text not null check (kind in ('review', 'finance', 'security', 'export', 'alert', 'account')),
  title text not null,
  body text not null,
  -- A page of the console, with its query.
  link text,
  notified_at timestamptz not null,
  -- When it went on to SMS and mail.
  passed_on_at timestamptz,
  primary key (account_id, message_id)
);
call make_tenant_table('notification');

create table notification_mark (
  account_id uuid not null,
  member_id uuid not null,
  read_until uuid not null,
  primary key (account_id, member_id)
);
call make_tenant_table('notification_mark');

-- Which messages a member has read, one by one; what is at or before `read_until` counts as read altogether.
create table notification_read (
  account_id uuid not null,
  member_id uuid not null,
  message_id uuid not null,
  primary key (account_id, member_id, message_id)
);
call make_tenant_table('notification_read');

-- Mail on its way out, written in the transaction of what it tells of.
create table mail (
  account_id uuid not null,
  mail_id uuid not null,
  to_address text not null,
  subject text not null,
  body text not null,
  state text not null check (state in ('queued', 'sent', 'failed')),
  try_count smallint not null default 0,
  -- What the server said at the last try.
  failure text,
  queued_at timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, mail_id)
);
call make_tenant_table('mail');

create table mail_attachment (
  account_id uuid not null,
  mail_id uuid not null,
  position smallint not null,
  file_name text not null,
  media_type text not null,
  bytes bytea not null,
  primary key (account_id, mail_id, position)
);
call make_tenant_table('mail_attachment');

-- Public announcements, which staff write. Their text is marked up by our own few marks
-- (contract/notification/announcement-text.ts), never HTML.
create table announcement (
  announcement_id uuid primary key,
  kind text not null check (kind in ('system', 'product', 'security', 'activity')),
  title text not null,
  body text not null,
  audience text not null check (audience in ('all', 'attested', 'unattested', 'chosen')),
  -- For whom, when they are chosen one by one.
  accounts uuid[] not null default '{}',
  is_must_read boolean not null default false,
  state text not null check (state in ('draft', 'published', 'withdrawn')),
  -- A published announcement is seen from then on: later than now, it is scheduled.
  publish_at timestamptz,
  withdrawn_at timestamptz,
  written_by uuid references staff(staff_id),
  created_at timestamptz not null,
  changed_at timestamptz not null
);
grant select on announcement to hongyan_app;
grant select, insert, update, delete on announcement to hongyan_platform;
create index announcement_published ON announcement (publish_at desc) where state = 'published';

create table announcement_read (
  account_id uuid not null,
  member_id uuid not null,
  announcement_id uuid not null,
  read_at timestamptz not null,
  primary key (account_id, member_id, announcement_id)
);
call make_tenant_table('announcement_read');
create index announcement_read_announcement ON announcement_read (announcement_id);
