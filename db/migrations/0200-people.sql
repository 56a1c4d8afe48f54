-- People of an account: what proves that it is them, where they are signed in, and who may join or leave.
alter table member
  -- One who left stays, for the names in logs; none of its names signs in.
  add column state text not null default 'active' check (state in ('active', 'removed')),
  add column removed_at timestamptz,
  add column login_changed_at timestamptz,
  -- Only once its owner has opened the link that was sent there.
  add column email text,
  add column email_verified_at timestamptz,
  -- What signing in asks for beside the password: nothing, a code by SMS, or one of an authenticator.
  add column second_factor text not null default 'none' check (second_factor in ('none', 'sms', 'totp')),
  -- A code by SMS in a browser that the member has not signed in with.
  add column checks_new_device boolean not null default false,
  -- Sealed, with the member's id as context.
  add column totp_secret bytea,
  -- The last step of 30 seconds whose code was used: none is good twice.
  add column totp_step bigint,
  -- An authenticator that is being set up, until its first code has come.
  add column totp_draft bytea,
  -- Shows numbers masked even where its role may see them whole.
  add column masks_numbers boolean not null default false,
  -- By kind of message, the channels beside the message centre: {"finance": ["sms", "email"]}. A kind that is missing has the default ones.
  add column notice_channels jsonb not null default '{}',
  -- Changes with the picture, so that browsers may keep it.
  add column avatar_id uuid;

create table member_avatar (
  account_id uuid not null,
  member_id uuid not null,
  avatar_id uuid not null,
  -- As our own encoder wrote it.
  picture bytea not null,
  primary key (account_id, member_id)
);
call make_tenant_table('member_avatar');

-- The passwords before the present one, of which none of the last may come back.
create table member_password (
  account_id uuid not null,
  member_id uuid not null,
  ended_at timestamptz not null,
  password_hash text not null,
  primary key (account_id, member_id, ended_at)
);
call make_tenant_table('member_password');

-- Ten codes for the day on which the authenticator is lost; each is good once.
create table recovery_code (
  account_id uuid not null,
  member_id uuid not null,
  code_hmac bytea not null,
  spent_at timestamptz,
  primary key (account_id, member_id, code_hmac)
);
call make_tenant_table('recovery_code');

-- Browsers that a member has signed in with, by a cookie of which only the hash is kept.
create table member_device (
  account_id uuid not null,
  member_id uuid not null,
  device_hash bytea not null,
  agent text not null,
  address text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (account_id, member_id, device_hash)
);
call make_tenant_table('member_device');

-- A session proves that a member was there a while ago; an act that matters asks again. One answer allows one act.
create table step_up (
  account_id uuid not null,
  session_id uuid not null,
  purpose text not null,
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  primary key (account_id, session_id)
);
call make_tenant_table('step_up');

-- Links that prove an address of e-mail.
create table email_link (
  account_id uuid not null,
  member_id uuid not null,
  email text not null,
  token_hash bytea not null,
  expires_at timestamptz not null,
  primary key (account_id, member_id)
);
call make_tenant_table('email_link');

create table invitation (
  account_id uuid not null,
  invitation_id uuid not null,
  phone text not null,
  name text not null,
  role text not null check (role in ('administrator', 'operations', 'developer', 'finance', 'viewer')),
  token_hash bytea not null,
  state text not null check (state in ('waiting', 'accepted', 'cancelled')),
  invited_by uuid not null,
  invited_at timestamptz not null,
  expires_at timestamptz not null,
  -- Whom it made a member.
  member_id uuid,
  ended_at timestamptz,
  primary key (account_id, invitation_id)
);
call make_tenant_table('invitation');
create unique index invitation_waiting on invitation (account_id, phone) where state = 'waiting';

-- A member who has lost the old number asks staff to change it; the new one has been proven by a code.
create table phone_change (
  account_id uuid not null,
  change_id uuid not null,
  member_id uuid not null,
  old_phone text not null,
  new_phone text not null,
  reason text not null,
  file_ids uuid[] not null,
  state text not null check (state in ('waiting', 'approved', 'rejected', 'cancelled')),
  asked_at timestamptz not null,
  decided_at timestamptz,
  staff_id uuid,
  decision_reason text,
  primary key (account_id, change_id)
);
call make_tenant_table('phone_change');
create unique index phone_change_waiting on phone_change (account_id, member_id) where state = 'waiting';
create index phone_change_queue on phone_change (asked_at) where state = 'waiting';

-- 注销: asked for by the owner, taken back within the days of cooling off, or done when they are over.
create table account_closing (
  account_id uuid not null,
  closing_id uuid not null,
  member_id uuid not null,
  reason text not null,
  state text not null check (state in ('waiting', 'cancelled', 'closed')),
  asked_at timestamptz not null,
  due_at timestamptz not null,
  ended_at timestamptz,
  -- Why the platform itself called it off: something had come in between.
  hindrance text,
  primary key (account_id, closing_id)
);
call make_tenant_table('account_closing');
create unique index account_closing_waiting on account_closing (account_id) where state = 'waiting';
create index account_closing_due on account_closing (due_at) where state = 'waiting';

alter table session
  add column proof text not null default 'password' check (proof in ('password', 'code', 'totp', 'recovery_code', 'staff')),
  -- Of staff who look at the account and may change nothing.
  add column staff_id uuid,
  add column staff_name text;

-- Whose password was right and who still owes a second proof. Not a session: it opens nothing.
create table sign_in_challenge (
  token_hash bytea primary key,
  account_id uuid not null,
  member_id uuid not null,
  login text not null,
  -- What is asked for: a code of the authenticator or by SMS, and whether since the browser is new.
  factor text not null check (factor in ('sms', 'totp')),
  is_new_device boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries smallint not null default 0
);
grant select, insert, update, delete on sign_in_challenge to hongyan_app, hongyan_platform;

-- A door of one use by which staff get into a customer's console, to look.
create table staff_entry (
  token_hash bytea primary key,
  account_id uuid not null,
  staff_id uuid not null references staff,
  staff_name text not null,
  expires_at timestamptz not null
);
grant select, delete on staff_entry to hongyan_app;
grant select, insert, delete on staff_entry to hongyan_platform;

alter table staff
  add column totp_secret bytea,
  add column totp_step bigint,
  add column totp_draft bytea,
  -- The password was given by somebody else.
  add column must_change_password boolean not null default false,
  add column created_by uuid;
alter table staff_session
  add column session_id uuid not null default gen_random_uuid() unique,
  -- Opened by password and authenticator, or by the password alone.
  add column by_totp boolean not null default false;

-- What staff tell each other about a customer, who never sees it.
create table customer_note (
  note_id uuid primary key,
  account_id uuid not null,
  staff_id uuid not null references staff,
  text text not null,
  at timestamptz not null,
  removed_at timestamptz
);
create index customer_note_account on customer_note (account_id, note_id);
grant select, insert, update on customer_note to hongyan_platform;

-- What a carrier is paid for a segment on a channel; without one the margin is not known.
alter table channel add column cost_hao integer check (cost_hao between 0 and 10000);
