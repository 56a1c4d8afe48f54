-- What is wrong with the platform itself now, for staff. Who finds it says so again and again; a row that nobody confirms any more is over.
create table system_alert (
  kind text not null,
  -- Which of the kind: a host, or empty where there is only one.
  subject text not null,
  detail text not null,
  began_at timestamptz not null,
  confirmed_at timestamptz not null,
  primary key (kind, subject)
);
grant select, insert, update, delete on system_alert to hongyan_platform;
