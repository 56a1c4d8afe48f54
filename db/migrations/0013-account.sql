-- Accounts of customers: registration, members, profile, identity verification (attestation), settings.

create table account_contact (
  account_id uuid not null,
  contact_id uuid not null,
  role text not null check (role in ('finance', 'technical', 'operations', 'security', 'other')),
  name text not null,
  phone text not null,
  email text not null default '',
  created_at timestamptz not null default now(),
  primary key (account_id, contact_id)
);
call make_tenant_table('account_contact');

-- Data that an account states about itself, not verified.
create table account_profile (
  account_id uuid primary key,
  industry text not null default '',
  scale text not null default '',
  website text not null default '',
  region text not null default '',
  address text not null default '',
  updated_at timestamptz not null default now()
);
call make_tenant_table('account_profile');

-- Stricter limits of one account. Its own programs and members can only read them.
create table account_setting (
  account_id uuid not null,
  name text not null,
  value integer not null,
  primary key (account_id, name)
);
call make_tenant_table('account_setting');
revoke insert, update, delete on account_setting from hongyan_app;
create index account_setting_name ON account_setting (name);

-- Every submission, unchanged. An account has at most one draft or open submission and one approved one.
create table attestation (
  account_id uuid not null,
  attestation_id uuid not null,
  subject text not null check (subject in ('person', 'company', 'public')),
  state text not null default 'draft' check (state
    in ('draft', 'reviewing', 'approved', 'rejected', 'replaced', 'revoked')),
  -- Counts approved submissions, from 1.
  version integer,
  -- The form without its secrets.
  form jsonb not null,
  -- Identity numbers, encrypted: decrypted only for staff who decide.
  encrypted_secrets bytea not null,
  name text not null,
  -- HMAC of the subject's number.
  number_hash bytea,
  -- The number as it is displayed.
  number_masked text not null default '',
  -- HMAC of the identity number of the person who acts for the subject.
  handler_hash bytea,
  -- The earlier expiry of licence and letter of authorization.
  valid_until text,
  -- Rejection: a sentence for each item, and one for the whole.
  reasons jsonb,
  reason text,
  member_id uuid not null,
  submitted_at timestamptz,
  decided_at timestamptz,
  -- Null: not decided by staff.
  staff_id uuid,
  -- When it ceased to be valid.
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, attestation_id)
);
call make_tenant_table('attestation');
create unique index attestation_holds ON attestation (account_id) where state = 'approved';
create index attestation_left ON attestation (updated_at) where state = 'draft';
create index attestation_number ON attestation (number_hash);
create unique index attestation_open ON attestation (account_id) where state in ('draft', 'reviewing');
create index attestation_queue ON attestation (submitted_at) where state = 'reviewing';

create table attestation_document (
  account_id uuid not null,
  attestation_id uuid not null,
  use text not null,
  file_id uuid not null,
  primary key (account_id, attestation_id, use)
);
call make_tenant_table('attestation_document');
create index attestation_paper_file ON attestation_document (account_id, file_id);

-- Phones proven by a one-time code, for the form.
create table attestation_phone (
  account_id uuid not null,
  phone text not null,
  proven_at timestamptz not null,
  primary key (account_id, phone)
);
call make_tenant_table('attestation_phone');

-- Staff's notes about a customer, invisible to the customer.
create table customer_note (
  note_id uuid primary key,
  account_id uuid not null,
  staff_id uuid not null references staff(staff_id),
  text text not null,
  at timestamptz not null,
  removed_at timestamptz
);
grant select, insert, update on customer_note to hongyan_platform;
create index customer_note_account ON customer_note (account_id, note_id);

-- Accounts that use an identity. Only HMACs are stored: an account can be told how many others share its identity, not
-- which. `subject`: verified by it or applying; `handler`: acts for the subject.
create table identity_index (
  number_hash bytea not null,
  role text not null check (role in ('subject', 'handler')),
  account_id uuid not null,
  primary key (number_hash, role, account_id)
);
grant select, insert, delete on identity_index to hongyan_app, hongyan_platform;
create index identity_use_account ON identity_index (account_id);

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
  -- The member created when it was accepted.
  member_id uuid,
  ended_at timestamptz,
  primary key (account_id, invitation_id)
);
call make_tenant_table('invitation');
create unique index invitation_waiting ON invitation (account_id, phone) where state = 'waiting';

-- Sign-in names are unique across all accounts, so they have a table keyed by the name. A member signs in by phone or
-- by login name.
create table login_name (
  login text primary key,
  account_id uuid not null,
  member_id uuid not null
);
grant select, insert, update, delete on login_name to hongyan_app, hongyan_platform;

create table member (
  account_id uuid not null references account(account_id),
  member_id uuid not null,
  login text not null,
  phone text not null,
  name text not null,
  role text not null default 'owner',
  password_hash text not null,
  password_changed_at timestamptz not null default now(),
  last_sign_in_at timestamptz,
  last_sign_in_address text,
  created_at timestamptz not null default now(),
  -- The sign-in before the current one, shown to the member, who can tell whether it was theirs.
  previous_sign_in_at timestamptz,
  previous_sign_in_address text,
  -- A removed member stays for the names in logs; its phone and login name no longer sign in.
  state text not null default 'active' check (state in ('active', 'removed')),
  removed_at timestamptz,
  login_changed_at timestamptz,
  -- Set once its owner has opened the verification link.
  email text,
  email_verified_at timestamptz,
  -- Second factor at sign-in: none, a code by SMS, or a code of an authenticator.
  second_factor text not null default 'none' check (second_factor in ('none', 'sms', 'totp')),
  -- Asks for a code by SMS in a browser that is new for the member.
  checks_new_device boolean not null default false,
  -- Encrypted, with the member's id as context.
  totp_secret bytea,
  -- The last 30-second step whose code was used: no code is valid twice.
  totp_step bigint,
  -- Secret of an authenticator that is being set up, until its first code has been entered.
  totp_draft bytea,
  -- Shows phone numbers masked even where the role may see them in full.
  masks_numbers boolean not null default false,
  -- Additional methods by kind of notification, besides the console: {"finance": ["sms", "email"]}. A missing kind has
  -- the default ones.
  notification_methods jsonb not null default '{}',
  -- Changes with the picture, so browsers can cache it.
  avatar_id uuid,
  primary key (account_id, member_id)
);
call make_tenant_table('member');

create table member_avatar (
  account_id uuid not null,
  member_id uuid not null,
  avatar_id uuid not null,
  -- Re-encoded by our own encoder.
  picture bytea not null,
  primary key (account_id, member_id)
);
call make_tenant_table('member_avatar');

-- A member who lost the old phone asks staff to change it; the new one is proven by a one-time code.
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
create index phone_change_queue ON phone_change (asked_at) where state = 'waiting';
create unique index phone_change_waiting ON phone_change (account_id, member_id) where state = 'waiting';

-- Single-use tokens with which staff enter a customer's console, read-only.
create table impersonation (
  token_hash bytea primary key,
  account_id uuid not null,
  staff_id uuid not null references staff(staff_id),
  staff_name text not null,
  expires_at timestamptz not null
);
grant select, delete on impersonation to hongyan_app;
grant select, insert, delete on impersonation to hongyan_platform;

-- An account's own test numbers, exempt from the frequency limits.
create table test_number (
  account_id uuid not null,
  phone text not null,
  remark text not null default '',
  created_at timestamptz not null,
  primary key (account_id, phone)
);
call make_tenant_table('test_number');
revoke insert, update, delete on test_number from hongyan_app;
