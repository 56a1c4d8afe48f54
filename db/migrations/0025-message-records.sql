-- Message records: lists, details, diagnosis, statistics, exports.

create table statistics_day (
  account_id uuid not null,
  day integer not null,
  kind text not null,
  app_id uuid not null,
  signature_id uuid not null,
  template_id uuid not null,
  accepted_count integer not null default 0,
  segment_count integer not null default 0,
  delivered_count integer not null default 0,
  failed_count integer not null default 0,
  unknown_count integer not null default 0,
  refused_count integer not null default 0,
  canceled_count integer not null default 0,
  charged_segment_count integer not null default 0,
  cost_hao bigint not null default 0,
  delay_0_count integer not null default 0,
  delay_1_count integer not null default 0,
  delay_2_count integer not null default 0,
  delay_3_count integer not null default 0,
  delay_4_count integer not null default 0,
  delay_5_count integer not null default 0,
  delay_6_count integer not null default 0,
  delay_7_count integer not null default 0,
  delay_8_count integer not null default 0,
  delay_9_count integer not null default 0,
  delay_10_count integer not null default 0,
  delay_11_count integer not null default 0,
  delay_12_count integer not null default 0,
  delay_13_count integer not null default 0,
  delay_14_count integer not null default 0,
  delay_15_count integer not null default 0,
  primary key (account_id, day, kind, app_id, signature_id, template_id)
) with (fillfactor = 70);
call make_tenant_table('statistics_day');

create table statistics_day_place (
  account_id uuid not null,
  day integer not null,
  kind text not null,
  app_id uuid not null,
  signature_id uuid not null,
  template_id uuid not null,
  carrier text not null,
  province text not null,
  accepted_count integer not null default 0,
  segment_count integer not null default 0,
  delivered_count integer not null default 0,
  failed_count integer not null default 0,
  unknown_count integer not null default 0,
  refused_count integer not null default 0,
  canceled_count integer not null default 0,
  charged_segment_count integer not null default 0,
  cost_hao bigint not null default 0,
  delay_0_count integer not null default 0,
  delay_1_count integer not null default 0,
  delay_2_count integer not null default 0,
  delay_3_count integer not null default 0,
  delay_4_count integer not null default 0,
  delay_5_count integer not null default 0,
  delay_6_count integer not null default 0,
  delay_7_count integer not null default 0,
  delay_8_count integer not null default 0,
  delay_9_count integer not null default 0,
  delay_10_count integer not null default 0,
  delay_11_count integer not null default 0,
  delay_12_count integer not null default 0,
  delay_13_count integer not null default 0,
  delay_14_count integer not null default 0,
  delay_15_count integer not null default 0,
  primary key (account_id, day, kind, app_id, signature_id, template_id, carrier, province)
) with (fillfactor = 70);
call make_tenant_table('statistics_day_place');

create table statistics_failure (
  account_id uuid not null,
  day integer not null,
  kind text not null,
  app_id uuid not null,
  signature_id uuid not null,
  template_id uuid not null,
  carrier text not null,
  province text not null,
  reason text not null,
  message_count integer not null,
  primary key (account_id, day, kind, app_id, signature_id, template_id, carrier, province, reason)
) with (fillfactor = 70);
call make_tenant_table('statistics_failure');

create table statistics_hour (
  account_id uuid not null,
  hour integer not null,
  kind text not null,
  app_id uuid not null,
  signature_id uuid not null,
  template_id uuid not null,
  accepted_count integer not null default 0,
  segment_count integer not null default 0,
  delivered_count integer not null default 0,
  failed_count integer not null default 0,
  unknown_count integer not null default 0,
  refused_count integer not null default 0,
  canceled_count integer not null default 0,
  charged_segment_count integer not null default 0,
  cost_hao bigint not null default 0,
  delay_0_count integer not null default 0,
  delay_1_count integer not null default 0,
  delay_2_count integer not null default 0,
  delay_3_count integer not null default 0,
  delay_4_count integer not null default 0,
  delay_5_count integer not null default 0,
  delay_6_count integer not null default 0,
  delay_7_count integer not null default 0,
  delay_8_count integer not null default 0,
  delay_9_count integer not null default 0,
  delay_10_count integer not null default 0,
  delay_11_count integer not null default 0,
  delay_12_count integer not null default 0,
  delay_13_count integer not null default 0,
  delay_14_count integer not null default 0,
  delay_15_count integer not null default 0,
  primary key (account_id, hour, kind, app_id, signature_id, template_id)
) with (fillfactor = 70);
call make_tenant_table('statistics_hour');

create table statistics_hour_place (
  account_id uuid not null,
  hour integer not null,
  kind text not null,
  app_id uuid not null,
  signature_id uuid not null,
  template_id uuid not null,
  carrier text not null,
  province text not null,
  accepted_count integer not null default 0,
  segment_count integer not null default 0,
  delivered_count integer not null default 0,
  failed_count integer not null default 0,
  unknown_count integer not null default 0,
  refused_count integer not null default 0,
  canceled_count integer not null default 0,
  charged_segment_count integer not null default 0,
  cost_hao bigint not null default 0,
  delay_0_count integer not null default 0,
  delay_1_count integer not null default 0,
  delay_2_count integer not null default 0,
  delay_3_count integer not null default 0,
  delay_4_count integer not null default 0,
  delay_5_count integer not null default 0,
  delay_6_count integer not null default 0,
  delay_7_count integer not null default 0,
  delay_8_count integer not null default 0,
  delay_9_count integer not null default 0,
  delay_10_count integer not null default 0,
  delay_11_count integer not null default 0,
  delay_12_count integer not null default 0,
  delay_13_count integer not null default 0,
  delay_14_count integer not null default 0,
  delay_15_count integer not null default 0,
  primary key (account_id, hour, kind, app_id, signature_id, template_id, carrier, province)
) with (fillfactor = 70);
call make_tenant_table('statistics_hour_place');

-- Messages accepted and ended in each minute, by the time they were counted: alerts compare the last ten minutes and
-- the last hour with the same hour of the day before. Written when deltas are rolled up
-- (domain/message-records/statistics/roll-up.ts); kept for a day and an hour or two.
create table statistics_minute (
  account_id uuid not null,
  -- Minutes since 1970.
  minute integer not null,
  kind text not null,
  app_id uuid not null,
  -- Why messages did not arrive; '' for all others.
  reason text not null,
  accepted_count integer not null,
  segment_count integer not null,
  delivered_count integer not null,
  -- Failed and unknown messages; refused ones were never sent.
  failed_count integer not null,
  primary key (account_id, minute, kind, app_id, reason)
);
call make_tenant_table('statistics_minute');
