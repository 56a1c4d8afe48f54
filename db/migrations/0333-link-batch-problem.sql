-- The first rows of a batch that became no link are shown with it, whatever its size.
create index link_batch_problem on link_batch_row (account_id, batch_id, line) where problem is not null;
-- Links are listed by the batch that made them, and a link is asked which batch that was.
create index link_batch_made on link_batch_row (account_id, link_id) where link_id is not null and recipient_id is null;
