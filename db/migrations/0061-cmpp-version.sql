-- The form of a CMPP program's PDUs, whatever version it names: some name one and speak the other. Null: as it names.
alter table esme_account add column cmpp_version text;
