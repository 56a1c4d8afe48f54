-- Links whose first moment is ahead are listed and counted apart from those that lead on.
create index link_starting on link (account_id, starts_at) where deleted_at is null and state = 'active' and starts_at is not null;
