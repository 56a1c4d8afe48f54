-- Consent to marketing may be declared of many contacts at once.
alter table contact_task drop constraint contact_task_kind_check;
alter table contact_task add constraint contact_task_kind_check
  check (kind in ('import', 'move', 'copy', 'delete', 'tag', 'untag', 'consent', 'merge', 'clear_field'));
