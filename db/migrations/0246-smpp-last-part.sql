-- The part that made a text whole keeps its bytes for a while: one that comes again, since its answer was lost, is known by them.
create index smpp_submit_last on smpp_submit (account_id, app_id, destination, reference) where message_id is not null and body is not null;
