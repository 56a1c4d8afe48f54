-- Invoices: titles, requests, lines by tax rate, credit notes, documents, delivery; the work of staff on them.

-- Where invoices on paper go.
create table invoice_address (
  account_id uuid not null,
  address_id uuid not null,
  recipient text not null,
  phone text not null,
  -- The division of the lowest level that was chosen (GB/T 2260), and its names as they were then.
  division_code text not null,
  province text not null,
  city text not null,
  district text not null,
  street text not null default '',
  detail text not null,
  postcode text not null default '',
  is_default boolean not null default false,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  deleted_at timestamptz,
  primary key (account_id, address_id)
);
call make_tenant_table('invoice_address');
create unique index invoice_address_default ON invoice_address (account_id) where is_default and deleted_at is null;

-- Where electronic invoices go, once whoever reads the mail there has said so.
create table invoice_email (
  account_id uuid not null,
  email_id uuid not null,
  -- In lower case.
  address text not null,
  remark text not null default '',
  is_default boolean not null default false,
  verified_at timestamptz,
  -- Only a hash of the link's secret is kept.
  token_hash bytea,
  token_expires_at timestamptz,
  -- When the last letter with a link went out, and how many did: both are limited.
  sent_at timestamptz,
  sent_count smallint not null default 0,
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (account_id, email_id)
);
call make_tenant_table('invoice_email');
create unique index invoice_email_address ON invoice_email (account_id, address) where deleted_at is null;
create unique index invoice_email_default ON invoice_email (account_id) where is_default and deleted_at is null;

-- Invoices: a row is one invoice from the request to its end. What was asked for at once and had to be split (by rate,
-- by the sum that one invoice may have) shares a batch. The sums are held in the ledger as long as the request is open.
create table invoice_request (
  account_id uuid not null,
  request_id uuid not null,
  batch_id uuid not null,
  request_number text not null,
  -- How the customer chose: orders, closed bills, or a sum taken oldest first.
  basis text not null check (basis in ('orders', 'bills', 'amount')),
  kind text not null check (kind in ('ordinary', 'special')),
  medium text not null check (medium in ('electronic', 'paper')),
  rate_bp integer not null,
  gross_hao bigint not null check (gross_hao > 0 and (gross_hao % 100) = 0),
  net_hao bigint not null check (net_hao >= 0 and (net_hao % 100) = 0),
  tax_hao bigint not null check (tax_hao >= 0 and (tax_hao % 100) = 0),
  -- The version of the title that it is made out to.
  title_version_id uuid not null,
  emails text[] not null default '{}',
  address_id uuid,
  -- Printed on the invoice.
  remark text not null default '',
  -- The red-lettered one that this one is made out anew for.
  replaces_id uuid,
  state text not null check (state in ('reviewing', 'issuing', 'failed', 'issued', 'withdrawn', 'rejected',
    'reversing', 'reversed')),
  -- Why it was rejected, or could not be made out.
  reason text,
  member_id uuid,
  staff_id uuid,
  asked_at timestamptz not null,
  -- When its state was last changed.
  changed_at timestamptz not null,
  invoice_number text check (invoice_number ~ '^\d{20}$'),
  issued_at timestamptz,
  -- Of one on paper.
  courier text,
  tracking_number text check (tracking_number ~ '^[A-Za-z0-9]{8,30}$'),
  shipped_at timestamptz,
  signed_at timestamptz,
  -- The address that an envelope bore, since the customer may change his addresses afterwards.
  shipped_to text,
  primary key (account_id, request_id),
  unique (account_id, request_number),
  check (gross_hao = (net_hao + tax_hao)),
  check ((state in ('issued', 'reversing', 'reversed')) = (invoice_number is not null and issued_at is not null)),
  check ((state in ('rejected', 'failed')) <= (reason is not null)),
  check ((medium = 'electronic') <= (address_id is null and courier is null)),
  check ((courier is not null) = (tracking_number is not null and shipped_at is not null)),
  check (signed_at is null or shipped_at is not null),
  constraint invoice_request_shipped_to check ((shipped_to is null) = (shipped_at is null)),
  foreign key (account_id, replaces_id) references invoice_request(account_id, request_id)
);
call make_tenant_table('invoice_request');
create index invoice_request_open ON invoice_request (asked_at) where state
  in ('reviewing', 'issuing', 'failed', 'reversing');
create index invoice_request_unsent ON invoice_request (issued_at) where medium = 'paper' and state = 'issued'
  and signed_at is null;

-- The timeline of an invoice, one line for each step.
create table invoice_event (
  account_id uuid not null,
  request_id uuid not null,
  event_id uuid not null,
  step text not null,
  note text,
  member_id uuid,
  staff_id uuid,
  at timestamptz not null,
  primary key (account_id, request_id, event_id),
  foreign key (account_id, request_id) references invoice_request(account_id, request_id)
);
call make_tenant_table('invoice_event');
revoke update, delete on invoice_event from hongyan_app, hongyan_platform;

-- What staff uploaded: the invoice itself and its red letter. The files are private ones.
create table invoice_file (
  account_id uuid not null,
  request_id uuid not null,
  file_id uuid not null,
  is_credit_note boolean not null default false,
  created_at timestamptz not null,
  primary key (account_id, request_id, file_id),
  foreign key (account_id, request_id) references invoice_request(account_id, request_id)
);
call make_tenant_table('invoice_file');

-- What the sum is made of: of each thing consumed (a ledger account outside of the asset invoice), how much. Negative: what was
-- given back after it had been invoiced.
create table invoice_item (
  account_id uuid not null,
  request_id uuid not null,
  ledger_account_id uuid not null,
  amount_hao bigint not null check (amount_hao <> 0),
  primary key (account_id, request_id, ledger_account_id),
  foreign key (account_id, ledger_account_id) references ledger_account(account_id, ledger_account_id),
  foreign key (account_id, request_id) references invoice_request(account_id, request_id)
);
call make_tenant_table('invoice_item');
create index invoice_item_ledger_account ON invoice_item (account_id, ledger_account_id);

-- The lines as they are printed, one for each product.
create table invoice_line (
  account_id uuid not null,
  request_id uuid not null,
  line integer not null,
  product text not null check (product in ('sms', 'link')),
  item_name text not null,
  category_code text,
  gross_hao bigint not null check (gross_hao > 0 and (gross_hao % 100) = 0),
  net_hao bigint not null check ((net_hao % 100) = 0),
  tax_hao bigint not null check ((tax_hao % 100) = 0),
  primary key (account_id, request_id, line),
  check (gross_hao = (net_hao + tax_hao)),
  foreign key (account_id, request_id) references invoice_request(account_id, request_id)
);
call make_tenant_table('invoice_line');

-- The 20 digits of an invoice or red letter are nobody else's.
create table invoice_number (
  invoice_number text primary key check (invoice_number ~ '^\d{20}$'),
  account_id uuid not null,
  request_id uuid not null
);
grant select, insert on invoice_number to hongyan_app, hongyan_platform;

-- Whether invoices can be asked for, and what customers read when they can't: the newest row counts.
create table invoice_pause (
  pause_id uuid primary key,
  is_paused boolean not null,
  -- What customers read while it lasts; staff's reason otherwise.
  notice text not null check (notice <> ''),
  staff_id uuid not null,
  created_at timestamptz not null
);
grant select on invoice_pause to hongyan_app;
grant select, insert on invoice_pause to hongyan_platform;

-- Red letters: asked for by the customer, made out by staff, confirmed by the buyer at the tax bureau where that is
-- needed. One at a time for an invoice.
create table invoice_reversal (
  account_id uuid not null,
  reversal_id uuid not null,
  request_id uuid not null,
  -- The bureau's reasons: 01 made out wrongly, 02 goods returned, 03 service ended, 04 allowance.
  reason_code text not null check (reason_code in ('01', '02', '03', '04')),
  note text not null default '',
  -- 换开: once it is done, what is left of it is asked for anew, made out to this title.
  replace_title_id uuid,
  replace_kind text check (replace_kind in ('ordinary', 'special')),
  state text not null check (state in ('asked', 'confirming', 'confirmed', 'done', 'refused', 'withdrawn', 'lapsed')),
  -- The bureau's confirmation (红字发票信息确认单), its state 01–10 and until when the buyer may confirm.
  confirm_number text,
  confirm_state text check (confirm_state ~ '^(0\d|1[0-3])$'),
  deadline_at timestamptz,
  credit_note_number text check (credit_note_number ~ '^\d{20}$'),
  answer text,
  member_id uuid,
  staff_id uuid,
  asked_at timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, reversal_id),
  check ((state in ('asked', 'confirming', 'confirmed')) = (ended_at is null)),
  check ((replace_title_id is null) = (replace_kind is null)),
  check ((state = 'done') = (credit_note_number is not null)),
  check ((state = 'confirming') <= (confirm_number is not null and deadline_at is not null)),
  foreign key (account_id, request_id) references invoice_request(account_id, request_id)
);
call make_tenant_table('invoice_reversal');
create index invoice_reversal_deadline ON invoice_reversal (deadline_at) where state = 'confirming';
create unique index invoice_reversal_open ON invoice_reversal (account_id, request_id) where ended_at is null;

-- Who makes the invoices out, and what one may amount to: the newest row counts.
create table invoice_seller (
  seller_id uuid primary key,
  name text not null,
  tax_number text not null,
  address text not null default '',
  phone text not null default '',
  bank_name text not null default '',
  bank_account text not null default '',
  -- 开票人
  issuer text not null,
  -- The most that one invoice may amount to.
  limit_hao bigint not null check (limit_hao > 0 and (limit_hao % 100) = 0),
  -- Whether special invoices are also made out on paper.
  offers_print boolean not null,
  staff_id uuid,
  created_at timestamptz not null
);
grant select on invoice_seller to hongyan_app;
grant select, insert on invoice_seller to hongyan_platform;

-- Whom invoices are made out to. What a title says is never changed: each save is a version of its own, and requests
-- name the version they were made with.
create table invoice_title (
  account_id uuid not null,
  title_id uuid not null,
  -- The newest version: ordinary invoices are made out to it.
  version_id uuid not null,
  -- The newest version that staff approved: special invoices are made out to it, while a later one waits.
  approved_version_id uuid,
  is_default boolean not null default false,
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (account_id, title_id)
);
call make_tenant_table('invoice_title');
create unique index invoice_title_default ON invoice_title (account_id) where is_default and deleted_at is null;

create table invoice_title_version (
  account_id uuid not null,
  version_id uuid not null,
  title_id uuid not null,
  version_number integer not null,
  kind text not null check (kind in ('company', 'person', 'organization')),
  name text not null,
  tax_number text,
  -- Of the register and of the bank: special invoices (数电专票) need all four.
  address text not null default '',
  phone text not null default '',
  bank_name text not null default '',
  bank_account text not null default '',
  -- A private file that proves the general taxpayer.
  proof_file_id uuid,
  -- Whether special invoices may be made out to it.
  special_state text not null check (special_state
    in ('none', 'reviewing', 'approved', 'rejected', 'withdrawn', 'superseded')),
  reason text,
  submitted_at timestamptz,
  reviewed_at timestamptz,
  staff_id uuid,
  member_id uuid,
  created_at timestamptz not null,
  primary key (account_id, version_id),
  unique (account_id, title_id, version_number),
  check (special_state = 'none' or kind <> 'person' and tax_number is not null and address <> '' and phone <> ''
    and bank_name <> '' and bank_account <> '')
);
call make_tenant_table('invoice_title_version');
create index invoice_title_waiting ON invoice_title_version (submitted_at) where special_state = 'reviewing';

-- Value added tax by product from a moment on, as staff enter it. Rates are in basis points: 900 is 9 %.
create table tax_rule (
  product text not null check (product in ('sms', 'link')),
  starts_at timestamptz not null,
  rate_bp integer not null check (rate_bp >= 0 and rate_bp <= 10000),
  -- What invoices print: *category*item. The code of the category is set by the tax bureau and moves with the rules.
  category_name text not null,
  item_name text not null,
  category_code text check (category_code ~ '^\d{19}$'),
  source text not null,
  staff_id uuid,
  created_at timestamptz not null default now(),
  primary key (product, starts_at)
);
grant select on tax_rule to hongyan_app;
grant select, insert on tax_rule to hongyan_platform;

insert into tax_rule (product, starts_at, rate_bp, category_name, item_name, source) values
  ('sms', '1999-12-31T16:00:00.000Z', 600, '增值电信服务', '短信服务费', '增值电信服务，适用至2025-12-31'),
  ('sms', '2025-12-31T16:00:00.000Z', 900, '基础电信服务', '短信服务费', '财政部 税务总局公告2026年第9号'),
  ('link', '1999-12-31T16:00:00.000Z', 600, '信息技术服务', '短链接服务费', '信息技术服务');
