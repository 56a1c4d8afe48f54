-- When the gateway first told that somebody is paying, so that people see it before the money is there.
alter table recharge add column paying_at timestamptz;
-- replaced: the member began another payment of the same purpose.
alter table recharge drop constraint recharge_close_reason_check,
  add constraint recharge_close_reason_check check (close_reason in ('cancelled', 'expired', 'unavailable', 'replaced'));
