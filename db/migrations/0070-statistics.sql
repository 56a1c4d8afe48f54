-- Statistics of messages by when they were accepted (domain/sms/statistics). Counts are written as deltas in the transaction that accepts or ends messages;
-- a job folds them into totals by hour and by day of China. Whoever reads adds the deltas that are not folded yet.

-- The hour of a message's acceptance, in hours since 1970: its id begins with the milliseconds.
create function message_hour(id uuid) returns integer language sql immutable strict parallel safe as $$
  select ((('x' || left(translate(id::text, '-', ''), 12))::bit(48)::bigint) / 3600000)::integer
$$;

-- The step of the histogram of times to report that a delivered message falls into; the bounds are those of domain/delivery/statistics/measure.ts.
create function report_delay_step(submitted_at timestamptz, finished_at timestamptz) returns integer language sql immutable strict parallel safe as $$
  select width_bucket(extract(epoch from finished_at - submitted_at)::double precision,
    array[0.5, 1, 1.5, 2, 3, 4, 6, 8, 12, 20, 40, 120, 600, 3600, 21600]::double precision[])
$$;

do $$
declare
  -- Nothing in a column that may be empty is the nil UUID or the empty text, so that it can stand in a key.
  texts constant text := 'kind text not null, app_id uuid not null, signature_id uuid not null, template_id uuid not null';
  places constant text := 'operator text not null, province text not null';
  -- charged: segments of delivered messages, by packages and balance; cost: what the balance paid of them. delay: delivered messages by the time from
  -- submission to report, in steps (domain/delivery/statistics/measure.ts).
  measures constant text :=
    'accepted_count integer not null default 0, segment_count integer not null default 0, delivered_count integer not null default 0,
     failed_count integer not null default 0, unknown_count integer not null default 0, refused_count integer not null default 0,
     canceled_count integer not null default 0, charged_segment_count integer not null default 0, cost_hao bigint not null default 0, '
    || (select string_agg(format('delay_%s_count integer not null default 0', step), ', ') from generate_series(0, 15) as step);
begin
  -- reason: why messages did not arrive; empty for all others.
  execute format('create table statistics_delta (account_id uuid not null, batch_id uuid not null, line integer not null, hour integer not null, %s, %s,
    reason text not null default '''', %s, primary key (account_id, batch_id, line))
    with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0)', texts, places, measures);
  -- Totals without the place are few rows however many numbers were sent to; those with it answer what asks for operators or provinces.
  execute format('create table statistics_hour (account_id uuid not null, hour integer not null, %s, %s,
    primary key (account_id, hour, kind, app_id, signature_id, template_id)) with (fillfactor = 70)', texts, measures);
  execute format('create table statistics_hour_place (account_id uuid not null, hour integer not null, %s, %s, %s,
    primary key (account_id, hour, kind, app_id, signature_id, template_id, operator, province)) with (fillfactor = 70)', texts, places, measures);
  -- day: days of China since 1970.
  execute format('create table statistics_day (account_id uuid not null, day integer not null, %s, %s,
    primary key (account_id, day, kind, app_id, signature_id, template_id)) with (fillfactor = 70)', texts, measures);
  execute format('create table statistics_day_place (account_id uuid not null, day integer not null, %s, %s, %s,
    primary key (account_id, day, kind, app_id, signature_id, template_id, operator, province)) with (fillfactor = 70)', texts, places, measures);
  execute format('create table statistics_failure (account_id uuid not null, day integer not null, %s, %s, reason text not null,
    message_count integer not null, primary key (account_id, day, kind, app_id, signature_id, template_id, operator, province, reason))
    with (fillfactor = 70)', texts, places);
end $$;
call make_tenant_table('statistics_delta');
call make_tenant_table('statistics_hour');
call make_tenant_table('statistics_hour_place');
call make_tenant_table('statistics_day');
call make_tenant_table('statistics_day_place');
call make_tenant_table('statistics_failure');

-- The messages that are there already, as one batch of each account that the job folds. Row level security is forced: an owner who is no superuser would see
-- none.
alter table message no force row level security;
alter table charge_hold no force row level security;
alter table statistics_delta no force row level security;
do $$ begin
  execute 'insert into statistics_delta
    select message.account_id, ''00000000-0000-7000-8000-000000000000''::uuid, row_number() over (partition by message.account_id), message_hour(message_id),
      kind, coalesce(app_id, ''00000000-0000-0000-0000-000000000000''), signature_id, coalesce(template_id, ''00000000-0000-0000-0000-000000000000''),
      operator, coalesce(province, ''''),
      case when state in (''undelivered'', ''expired'', ''rejected'', ''unknown'', ''refused'') then coalesce(reason, '''') else '''' end,
      count(*), sum(message.segment_count), count(*) filter (where state = ''delivered''),
      count(*) filter (where state in (''undelivered'', ''expired'', ''rejected'')), count(*) filter (where state = ''unknown''),
      count(*) filter (where state = ''refused''), count(*) filter (where state = ''canceled''),
      coalesce(sum(message.segment_count) filter (where state = ''delivered''), 0),
      coalesce(sum(message.segment_count * hold.unit_price_hao) filter (where state = ''delivered''), 0), '
    || (select string_agg(format('count(*) filter (where state = ''delivered'' and report_delay_step(submitted_at, finished_at) = %s)', step), ', ' order by step)
        from generate_series(0, 15) as step)
    || ' from message left join charge_hold as hold on hold.account_id = message.account_id and hold.hold_id = message.hold_id
      group by 1, 4, 5, 6, 7, 8, 9, 10, 11';
end $$;
alter table message force row level security;
alter table charge_hold force row level security;
alter table statistics_delta force row level security;

-- The home page's counts of days that are over come from statistics_day now.
drop table message_day;
