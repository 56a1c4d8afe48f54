-- The W3C trace context of messages whose request is traced (metrics/tracing.ts), for the steps that other programs do
-- later. Empty where no trace is recorded.
create table message_trace (
  account_id uuid not null,
  message_id uuid not null,
  traceparent text not null,
  primary key (account_id, message_id)
);
call make_tenant_table('message_trace');
