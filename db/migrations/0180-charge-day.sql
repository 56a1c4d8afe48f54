-- A hold says what it is for, and what its segments would cost by the price list, so that a line of a bill can be explained by itself.
alter table charge_hold
  add column kind text check (kind in ('code', 'notice', 'marketing')),
  -- The program that sent, where all of the hold's messages are of one.
  add column app_id uuid,
  -- 毫 that everybody paid for a segment at that moment: what an account's own price is measured against.
  add column list_price_hao bigint not null default 0;

-- When a message's charge was booked: the day and month in which it is billed. The carrier's own time of the report is finished_at.
alter table message add column settled_at timestamptz;

-- What was charged, by day of China of its booking and by all that a bill tells apart. Written in the transaction that books it, so that it is the sum of the
-- ledger's transfers at any moment and no page reads through them.
create table charge_day (
  account_id uuid not null,
  -- 2026-11-21
  day text not null check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  kind text not null check (kind in ('code', 'notice', 'marketing')),
  -- Of no program, no broadcast, no package (the balance pays): all zeros.
  app_id uuid not null,
  broadcast_id uuid not null,
  grant_id uuid not null,
  unit_price_hao bigint not null,
  list_price_hao bigint not null,
  posted_count bigint not null default 0,
  voided_count bigint not null default 0,
  -- Of posted segments that the balance paid for; 0 where a package did.
  amount_hao bigint not null default 0,
  primary key (account_id, day, kind, app_id, broadcast_id, grant_id, unit_price_hao, list_price_hao)
) with (fillfactor = 50);
call make_tenant_table('charge_day');

-- Holds and transfers that are there already. Row level security is forced: an owner who is no superuser would see none.
alter table charge_hold no force row level security;
alter table charge_day no force row level security;
alter table message no force row level security;
alter table broadcast no force row level security;
alter table transfer no force row level security;
do $$ begin
  execute 'update charge_hold as hold set kind = coalesce(sent.kind, ''notice''), app_id = sent.app_id
    from (select hold.account_id, hold.hold_id, coalesce(max(broadcast.kind), max(message.kind)) as kind,
            case when count(distinct message.app_id) = 1 and count(*) = count(message.app_id) then min(message.app_id::text)::uuid end as app_id
          from charge_hold as hold
          left join message on message.account_id = hold.account_id and message.hold_id = hold.hold_id
          left join broadcast on broadcast.account_id = hold.account_id and broadcast.broadcast_id = hold.broadcast_id
          group by 1, 2) as sent
    where sent.account_id = hold.account_id and sent.hold_id = hold.hold_id';
  execute 'update charge_hold as hold set list_price_hao = coalesce((select unit_price_hao from unit_price
    where unit_price.kind = hold.kind and starts_at <= hold.created_at order by starts_at desc limit 1), hold.unit_price_hao)';
  execute 'insert into charge_day
    select hold.account_id, to_char(transfer.at at time zone ''UTC'' + interval ''8 hours'', ''YYYY-MM-DD''), hold.kind,
      coalesce(hold.app_id, ''00000000-0000-0000-0000-000000000000''), coalesce(hold.broadcast_id, ''00000000-0000-0000-0000-000000000000''),
      coalesce(hold.grant_id, ''00000000-0000-0000-0000-000000000000''), hold.unit_price_hao, hold.list_price_hao,
      coalesce(sum(amount / case when asset = ''cny'' then hold.unit_price_hao else 1 end) filter (where transfer.kind = ''post''), 0),
      coalesce(sum(amount / case when asset = ''cny'' then hold.unit_price_hao else 1 end) filter (where transfer.kind = ''void''), 0),
      coalesce(sum(amount) filter (where transfer.kind = ''post'' and asset = ''cny''), 0)
    from transfer join charge_hold as hold on hold.account_id = transfer.account_id and hold.hold_id = transfer.reference_id
    where transfer.kind in (''post'', ''void'') and asset in (''cny'', ''segment'')
    group by 1, 2, 3, 4, 5, 6, 7, 8';
  execute 'update message set settled_at = finished_at where finished_at is not null and hold_id is not null';
end $$;
alter table charge_hold force row level security;
alter table charge_day force row level security;
alter table message force row level security;
alter table broadcast force row level security;
alter table transfer force row level security;

alter table charge_hold alter column kind set not null;
