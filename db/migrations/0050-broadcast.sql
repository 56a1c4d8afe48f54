-- The numbers of an upload are sent to once.
create unique index broadcast_upload on broadcast (account_id, upload_id);
-- Lists go by newest first; ids carry their time.
create index broadcast_held on broadcast (state, scheduled_at) where state in ('scheduled', 'held');
create index broadcast_open on broadcast (state) where state = 'sending';
