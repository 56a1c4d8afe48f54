-- What the continuous backup of a data folder has last stored, for alerts.
create table backup_state (
  series text primary key,
  place text not null,
  backup_every_seconds integer not null,
  backed_up_at timestamptz,
  archived_at timestamptz not null
);
grant select, insert, update, delete on backup_state to hongyan_platform;
