-- The most urgent message that an account has ready on a channel (outbox.priority): codes of any account go before the notices and marketing of all.
alter table account_work add column priority smallint not null default 2;
drop index account_work_due;
create index account_work_turn on account_work (channel_id, priority, due_at);

-- How a carrier writes its message ids. Some answer a submit in one base and report in the other.
alter table channel drop constraint channel_upstream_id_form_check;
alter table channel add constraint channel_upstream_id_form_check
  check (upstream_id_form in ('raw', 'decimal', 'hex', 'hex_then_decimal', 'decimal_then_hex'));

create index parked_report_age on parked_report (received_at);
