-- Invoicing: titles, requests, lines by tax rate, credit notes, documents, delivery; staff's work on them.

-- Postal addresses for paper invoices.
create table invoice_address (
  account_id uuid not null,
  address_id uuid not null,
  recipient text not null,
  phone text not null,
  -- The chosen division of the lowest level (GB/T 2260), with its names at that time.
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

-- Mail addresses for electronic invoices; usable once verified by their reader.
create table invoice_email (
  account_id uuid not null,
  email_id uuid not null,
  -- In lower case.
  address text not null,
  remark text not null default '',
  is_default boolean not null default false,
  verified_at timestamptz,
  -- Hash of the secret of the verification link.
  token_hash bytea,
  token_expires_at timestamptz,
  -- Time of the last verification mail and the number of mails: both are limited.
  sent_at timestamptz,
  sent_count smallint not null default 0,
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (account_id, email_id)
);
call make_tenant_table('invoice_email');
create unique index invoice_email_address ON invoice_email (account_id, address) where deleted_at is null;
create unique index invoice_email_default ON invoice_email (account_id) where is_default and deleted_at is null;

-- Invoices: a row is one invoice from request to end. The parts of a request that had to be split (by tax rate, by the
-- maximum of one invoice) share a batch. The ledger holds the amounts while the request is open.
create table invoice_request (
  account_id uuid not null,
  request_id uuid not null,
  batch_id uuid not null,
  request_number text not null,
  -- How the customer selected: orders, closed bills, or an amount, oldest first.
  basis text not null check (basis in ('orders', 'bills', 'amount')),
  kind text not null check (kind in ('ordinary', 'special')),
  medium text not null check (medium in ('electronic', 'paper')),
  rate_bp integer not null,
  gross_hao bigint not null check (gross_hao > 0 and (gross_hao % 100) = 0),
  net_hao bigint not null check (net_hao >= 0 and (net_hao % 100) = 0),
  tax_hao bigint not null check (tax_hao >= 0 and (tax_hao % 100) = 0),
  -- The title's version.
  title_version_id uuid not null,
  emails text[] not null default '{}',
  address_id uuid,
  -- Printed on the invoice.
  remark text not null default '',
  -- The reversed invoice that this one replaces.
  replaces_id uuid,
  state text not null check (state in ('reviewing', 'issuing', 'failed', 'issued', 'withdrawn', 'rejected',
    'reversing', 'reversed')),
  -- Why it was rejected or could not be issued.
  reason text,
  member_id uuid,
  staff_id uuid,
  asked_at timestamptz not null,
  -- When the state last changed.
  changed_at timestamptz not null,
  invoice_number text check (invoice_number ~ '^\d{20}$'),
  issued_at timestamptz,
  -- Paper invoices only.
  courier text,
  tracking_number text check (tracking_number ~ '^[A-Za-z0-9]{8,30}$'),
  shipped_at timestamptz,
  signed_at timestamptz,
  -- Address on the envelope; the customer's addresses may change afterwards.
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

-- The timeline of an invoice, a row for each step.
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

-- Uploads by staff: invoices and credit notes, as private files.
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

-- The consumption that makes up the amount: ledger accounts of asset invoice and purpose outside, with their amounts.
-- Negative: refunded after it was invoiced.
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

-- The printed lines, one for each product.
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

-- 20-digit numbers of invoices and credit notes, unique across accounts.
create table invoice_number (
  invoice_number text primary key check (invoice_number ~ '^\d{20}$'),
  account_id uuid not null,
  request_id uuid not null
);
grant select, insert on invoice_number to hongyan_app, hongyan_platform;

-- Whether customers can request invoices: the newest row is valid.
create table invoice_pause (
  pause_id uuid primary key,
  is_paused boolean not null,
  -- Notice to customers while paused; otherwise staff's reason.
  notice text not null check (notice <> ''),
  staff_id uuid not null,
  created_at timestamptz not null
);
grant select on invoice_pause to hongyan_app;
grant select, insert on invoice_pause to hongyan_platform;

-- Credit notes (红字发票): requested by the customer, issued by staff, confirmed by the buyer at the tax bureau where
-- required. One at a time for an invoice.
create table invoice_reversal (
  account_id uuid not null,
  reversal_id uuid not null,
  request_id uuid not null,
  -- Reason codes of the tax bureau: 01 issued wrongly, 02 goods returned, 03 service ended, 04 allowance.
  reason_code text not null check (reason_code in ('01', '02', '03', '04')),
  note text not null default '',
  -- 换开: when it is done, the remaining amount is requested again with this title.
  replace_title_id uuid,
  replace_kind text check (replace_kind in ('ordinary', 'special')),
  state text not null check (state in ('asked', 'confirming', 'confirmed', 'done', 'refused', 'withdrawn', 'lapsed')),
  -- The bureau's confirmation form (红字发票信息确认单), its state 01–10 and the buyer's deadline to confirm.
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

-- The seller on invoices and the maximum of one invoice: the newest row is valid.
create table invoice_seller (
  seller_id uuid primary key,
  name text not null,
  tax_number text not null,
  address text not null default '',
  phone text not null default '',
  bank_name text not null default '',
  bank_account text not null default '',
  -- 开票人, printed on the invoice.
  issuer text not null,
  -- Maximum of one invoice.
  limit_hao bigint not null check (limit_hao > 0 and (limit_hao % 100) = 0),
  -- Whether special invoices are also issued on paper.
  offers_print boolean not null,
  staff_id uuid,
  created_at timestamptz not null
);
grant select on invoice_seller to hongyan_app;
grant select, insert on invoice_seller to hongyan_platform;

-- Invoice titles. Their data never changes: each save is a new version, and requests refer to their version.
create table invoice_title (
  account_id uuid not null,
  title_id uuid not null,
  -- The newest version, used for ordinary invoices.
  version_id uuid not null,
  -- The newest version that staff approved, used for special invoices while a later one waits.
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
  -- Registered address and phone, bank and account: special invoices (数电专票) need all four.
  address text not null default '',
  phone text not null default '',
  bank_name text not null default '',
  bank_account text not null default '',
  -- A private file that proves the status of general taxpayer.
  proof_file_id uuid,
  -- State of the approval for special invoices.
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

-- VAT rules by product from a time on, entered by staff. Rates are in basis points: 900 is 9 %.
create table tax_rule (
  product text not null check (product in ('sms', 'link')),
  starts_at timestamptz not null,
  rate_bp integer not null check (rate_bp >= 0 and rate_bp <= 10000),
  -- Printed as *category*item. The tax bureau defines the category code, which changes with the rules.
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
