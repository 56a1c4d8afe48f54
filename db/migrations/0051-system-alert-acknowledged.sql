-- Somebody of staff takes care of a system alert: colleagues see it, and it is not repeated to those on duty.
alter table system_alert
  add column acknowledged_by uuid references staff(staff_id) on delete set null,
  add column acknowledged_at timestamptz;
