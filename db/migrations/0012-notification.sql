-- Notifications to members, mail, and announcements of the platform.

-- Notifications to an account: results of reviews, alerts, finished exports. Each member chooses whether they also go
-- out by SMS and mail.
create table notification (
  account_id uuid not null,
  message_id uuid not null,
  -- Null: every member of the account.
  member_id uuid,
  kind text not null check (kind in ('review', 'finance', 'security', 'export', 'alert', 'account')),
  title text not null,
  body text not null,
  -- Path of a console page, with its query.
  link text,
  notified_at timestamptz not null,
  -- When it was handed over to SMS and mail.
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

-- Notifications that a member has read one by one; those up to notification_mark.read_until all count as read.
create table notification_read (
  account_id uuid not null,
  member_id uuid not null,
  message_id uuid not null,
  primary key (account_id, member_id, message_id)
);
call make_tenant_table('notification_read');

-- Outgoing mail, written in the transaction that causes it.
create table mail (
  account_id uuid not null,
  mail_id uuid not null,
  to_address text not null,
  subject text not null,
  body text not null,
  state text not null check (state in ('queued', 'sent', 'failed')),
  try_count smallint not null default 0,
  -- The mail server's answer to the last attempt.
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

-- Announcements, written by staff. The text uses our own small markup (contract/notification/announcement-text.ts),
-- never HTML.
create table announcement (
  announcement_id uuid primary key,
  kind text not null check (kind in ('system', 'product', 'security', 'activity')),
  title text not null,
  body text not null,
  audience text not null check (audience in ('all', 'attested', 'unattested', 'chosen')),
  -- The accounts of the audience 'chosen'.
  accounts uuid[] not null default '{}',
  is_must_read boolean not null default false,
  state text not null check (state in ('draft', 'published', 'withdrawn')),
  -- A published announcement is visible from then on; in the future: scheduled.
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
