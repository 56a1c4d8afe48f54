-- A correction of the balance is no payment: it stands in a column of its own, with the sign that the balance has.
alter table bill_line add column adjust_hao bigint not null default 0,
  add constraint bill_line_adjust_check check (adjust_hao = 0 or kind = 'adjust'),
  drop constraint bill_line_source_check,
  add constraint bill_line_source_check check (source in ('package', 'gift', 'bonus', 'balance', 'alipay', 'wechat', 'bank'));
