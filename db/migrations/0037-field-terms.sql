-- Renames columns, a table and stored values to the field's terms.

alter table package_order rename column pay_way to payment_method;
alter table package_order rename constraint package_order_pay_way_check to package_order_payment_method_check;
-- How the payer gets to the gateway: its page, or a QR code.
alter table recharge rename column pay_way to next_action;
update export_job set columns = array_replace(columns, 'payWay', 'paymentMethod'),
  filter = case when filter ? 'payWay' then filter - 'payWay' || jsonb_build_object('paymentMethod', filter -> 'payWay') else filter end
where 'payWay' = any(columns) or filter ? 'payWay';

-- {invariant: {checked, failed}}.
alter table ledger_check rename column ties to invariants;
alter table ledger_finding rename column tie to invariant;

alter table alert drop constraint alert_action_check;
update alert set action = 'pause_otp' where action = 'brake';
alter table alert add constraint alert_action_check check (action in ('notify', 'pause_otp', 'stopped'));
alter table alert_rule rename column channels to notification_methods;
alter table alert_delivery rename column channel to notification_method;
alter table alert_delivery rename constraint alert_delivery_channel_check to alert_delivery_notification_method_check;

alter table landing_record rename to opt_out_record;
alter table opt_out_record rename constraint landing_record_pkey to opt_out_record_pkey;
alter table opt_out_record rename constraint landing_record_act_check to opt_out_record_act_check;
alter index landing_record_phone rename to opt_out_record_phone;
alter index landing_record_phone_end rename to opt_out_record_phone_end;
alter table blacklist drop constraint blacklist_source_check;
update blacklist set source = 'opt_out_page' where source = 'landing';
alter table blacklist add constraint blacklist_source_check
  check (source in ('manual', 'import', 'reply', 'opt_out_page', 'complaint'));

-- Requests of our own REST API.
update message set ingress = 'rest' where ingress = 'open';
update sandbox_message set ingress = 'rest' where ingress = 'open';
update send_batch set ingress = 'rest' where ingress = 'open';
update request_log set ingress = 'rest' where ingress = 'open';

-- Jobs that are queued already.
update graphile_worker._private_tasks as task set identifier = renamed.name
from (values ('landing_everywhere', 'opt_out_everywhere'), ('tell_members', 'notify_members'), ('tell_alert', 'notify_alert'))
  as renamed (before, name)
where task.identifier = renamed.before;
