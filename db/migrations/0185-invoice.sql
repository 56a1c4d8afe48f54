-- Invoices: a row is one invoice from the request to its end. What was asked for at once and had to be split (by rate, by the sum that one invoice may have)
-- shares a batch. The sums are held in the ledger as long as the request is open.
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
  gross_hao bigint not null check (gross_hao > 0 and gross_hao % 100 = 0),
  net_hao bigint not null check (net_hao >= 0 and net_hao % 100 = 0),
  tax_hao bigint not null check (tax_hao >= 0 and tax_hao % 100 = 0),
  -- The version of the title that it is made out to.
  title_version_id uuid not null,
  emails text[] not null default '{}',
  address_id uuid,
  -- Printed on the invoice.
  remark text not null default '',
  -- The red-lettered one that this one is made out anew for.
  replaces_id uuid,
  state text not null check (state in ('reviewing', 'issuing', 'failed', 'issued', 'withdrawn', 'rejected', 'reversing', 'reversed')),
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
  primary key (account_id, request_id),
  unique (account_id, request_number),
  foreign key (account_id, replaces_id) references invoice_request,
  check (gross_hao = net_hao + tax_hao),
  check ((state in ('issued', 'reversing', 'reversed')) = (invoice_number is not null and issued_at is not null)),
  check ((state in ('rejected', 'failed')) <= (reason is not null)),
  check ((medium = 'electronic') <= (address_id is null and courier is null)),
  check ((courier is not null) = (tracking_number is not null and shipped_at is not null)),
  check (signed_at is null or shipped_at is not null)
);
call make_tenant_table('invoice_request');
create index invoice_request_open on invoice_request (asked_at) where state in ('reviewing', 'issuing', 'failed', 'reversing');
create index invoice_request_unsent on invoice_request (issued_at) where medium = 'paper' and state = 'issued' and signed_at is null;

-- What the sum is made of: of each thing consumed (a pocket outside of the asset invoice), how much. Negative: what was given back after it had been invoiced.
create table invoice_item (
  account_id uuid not null,
  request_id uuid not null,
  pocket_id uuid not null,
  amount_hao bigint not null check (amount_hao <> 0),
  primary key (account_id, request_id, pocket_id),
  foreign key (account_id, request_id) references invoice_request,
  foreign key (account_id, pocket_id) references ledger_account
);
call make_tenant_table('invoice_item');
create index invoice_item_pocket on invoice_item (account_id, pocket_id);

-- The lines as they are printed, one for each product.
create table invoice_line (
  account_id uuid not null,
  request_id uuid not null,
  line integer not null,
  product text not null check (product in ('sms', 'link')),
  item_name text not null,
  category_code text,
  gross_hao bigint not null check (gross_hao > 0 and gross_hao % 100 = 0),
  net_hao bigint not null check (net_hao % 100 = 0),
  tax_hao bigint not null check (tax_hao % 100 = 0),
  primary key (account_id, request_id, line),
  foreign key (account_id, request_id) references invoice_request,
  check (gross_hao = net_hao + tax_hao)
);
call make_tenant_table('invoice_line');

-- Red letters: asked for by the customer, made out by staff, confirmed by the buyer at the tax bureau where that is needed. One at a time for an invoice.
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
  red_number text check (red_number ~ '^\d{20}$'),
  answer text,
  member_id uuid,
  staff_id uuid,
  asked_at timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, reversal_id),
  foreign key (account_id, request_id) references invoice_request,
  check ((state in ('asked', 'confirming', 'confirmed')) = (ended_at is null)),
  check ((replace_title_id is null) = (replace_kind is null)),
  check ((state = 'done') = (red_number is not null)),
  check ((state = 'confirming') <= (confirm_number is not null and deadline_at is not null))
);
call make_tenant_table('invoice_reversal');
create unique index invoice_reversal_open on invoice_reversal (account_id, request_id) where ended_at is null;
create index invoice_reversal_deadline on invoice_reversal (deadline_at) where state = 'confirming';

-- What staff uploaded: the invoice itself and its red letter. The files are private ones.
create table invoice_file (
  account_id uuid not null,
  request_id uuid not null,
  file_id uuid not null,
  is_red boolean not null default false,
  created_at timestamptz not null,
  primary key (account_id, request_id, file_id),
  foreign key (account_id, request_id) references invoice_request
);
call make_tenant_table('invoice_file');

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
  foreign key (account_id, request_id) references invoice_request
);
call make_tenant_table('invoice_event');
revoke update, delete on invoice_event from hongyan_app, hongyan_platform;

-- The 20 digits of an invoice or red letter are nobody else's.
create table invoice_number (
  invoice_number text primary key check (invoice_number ~ '^\d{20}$'),
  account_id uuid not null,
  request_id uuid not null
);
grant select, insert on invoice_number to hongyan_app, hongyan_platform;

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
  limit_hao bigint not null check (limit_hao > 0 and limit_hao % 100 = 0),
  -- Whether special invoices are also made out on paper.
  offers_paper boolean not null,
  staff_id uuid,
  created_at timestamptz not null
);
grant select on invoice_seller to hongyan_app;
grant select, insert on invoice_seller to hongyan_platform;
