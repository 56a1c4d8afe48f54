-- The list narrowed to a source or a level that few of a million entries have.
create index blacklist_source on blacklist (account_id, source, blacklist_id) where removed_at is null;
create index blacklist_level on blacklist (account_id, level, blacklist_id) where removed_at is null;
