-- Scheduled requests that are still to come are looked for when a text is taken out of use.
create index send_batch_scheduled on send_batch (account_id, send_at) where send_at is not null;
