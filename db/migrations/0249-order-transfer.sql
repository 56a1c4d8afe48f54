-- Orders that are paid by bank transfer.
alter table package_order
  drop constraint package_order_pay_way_check,
  add constraint package_order_pay_way_check check (pay_way in ('balance', 'alipay', 'wechat', 'bank'));
-- A transfer that arrives asks for what waits for it.
create index package_order_transfer on package_order (account_id, order_id) where state = 'waiting' and pay_way = 'bank';
